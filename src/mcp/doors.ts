import type { Book } from "../app/index.ts";
import type { OperationDoors } from "../tools/index.ts";

/** What the operations on memory work on, in a book. */
export function doorsOf(book: Book, session?: string): OperationDoors {
  return {
    store: book.store,
    index: book.search,
    limits: book.settings.limits,
    now: book.host.now,
    undo: "daybook undo",
    ...(session !== undefined && { session }),
  };
}

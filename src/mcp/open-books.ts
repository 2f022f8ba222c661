import { existsSync } from "node:fs";
import { join } from "node:path";
import { openBook } from "../app/index.ts";
import type { Book, Host } from "../app/index.ts";

/** Books that stay open while the server runs, one a folder. */
export interface OpenBooks {
  /** The book of the project this folder is of. Fails as `openBook`; a failure is not remembered. */
  of(folder: string): Promise<Book>;
}

interface Opened {
  book: Book;
  hadShared: boolean;
}

/** Opens books when they are first asked for; `tell` gets what was noticed on the way. */
export function createOpenBooks(
  { host, home }: { host: Host; home?: string | undefined },
  tell: (notice: string) => void,
): OpenBooks {
  const opened = new Map<string, Promise<Opened>>();

  async function open(folder: string): Promise<Opened> {
    const book = await openBook({ ...host, cwd: () => folder }, home === undefined ? {} : { home });
    for (const notice of book.notices) tell(notice);
    return { book, hadShared: hasShared(book) };
  }

  function remember(folder: string): Promise<Opened> {
    const opening = open(folder);
    opened.set(folder, opening);
    opening.catch(() => opened.delete(folder));
    return opening;
  }

  return {
    async of(folder) {
      const known = await (opened.get(folder) ?? remember(folder));
      // A server may run for weeks: the project may begin to share its memories meanwhile, or cease to.
      if (hasShared(known.book) === known.hadShared) return known.book;
      return (await remember(folder)).book;
    },
  };
}

/** Asked at every call: without the wait for a thread, those who call at once arrive at the search at once. */
function hasShared({ project }: Book): boolean {
  return existsSync(join(project.identity.root, ".agent", "memory"));
}

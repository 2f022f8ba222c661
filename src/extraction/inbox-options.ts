import type { MemoryStore, MemoryStoreOptions } from "../memory/index.ts";

/** What an inbox is made of: the parts of the project's store, and the store. */
export interface InboxOptions extends MemoryStoreOptions {
  store: Pick<MemoryStore, "read" | "save" | "remove">;
}

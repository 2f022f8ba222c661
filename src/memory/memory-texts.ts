import { assertTrusted } from "./load.ts";
import { openAt, textOf, type MemoryText, type TextAuthor, type TextPlace } from "./memory-text.ts";
import { contextOf, type MemoryStoreOptions } from "./store.ts";
import type { SaveResult } from "./types.ts";

/**
 * Memories as whole files, for tools that know nothing but files. Every write is a change of the store: one journalled
 * step with its index line, checked by the secret gate, that undo takes back.
 */
export interface MemoryTexts {
  /** Null where there is none; fails with `untrusted` for a shared one that is held. */
  read(place: TextPlace): Promise<MemoryText | null>;
  /**
   * Writes what `change` makes of the text as it is under the lock; null stands for a memory that is not there. The
   * header is completed. What `change` throws is thrown on, and nothing is written. Fails as a save does.
   */
  write(
    place: TextPlace,
    change: (text: MemoryText | null) => string,
    by: TextAuthor,
  ): Promise<SaveResult & MemoryText>;
  /** Gives a memory another slug, or moves it to the other scope. Fails with `not-found`, and `invalid` where one is. */
  rename(from: TextPlace, to: TextPlace, by: TextAuthor): Promise<SaveResult & { name: string }>;
}

/** Memories as whole files over the storage of a store. */
export function createMemoryTexts(options: MemoryStoreOptions): MemoryTexts {
  const context = contextOf(options);
  return {
    async read(place) {
      const opened = await openAt(context.storage, context.storage, place);
      if (opened === null) return null;
      assertTrusted(opened);
      return textOf(opened);
    },
    async write(place, change, by) {
      const { writeText } = await import("./text-changes.ts");
      return writeText(context, { place, change, by });
    },
    async rename(from, to, by) {
      const { renameText } = await import("./text-changes.ts");
      return renameText(context, { from, to, by });
    },
  };
}

import type { Storage, Transaction } from "../storage/index.ts";
import { readFrontmatter } from "../text/index.ts";

import { assertTrusted, openMemory, type OpenedMemory } from "./load.ts";
import { placesOf } from "./locate.ts";
import { contextOf, type MemoryStoreOptions } from "./store.ts";
import { readTrust } from "./trusted.ts";
import type { SaveResult, Scope, Source } from "./types.ts";

/** Where a memory lies: its scope and the name of its file without `.md`. */
export interface TextPlace {
  scope: Scope;
  slug: string;
}

/** A memory file as it lies on disk. */
export interface MemoryText {
  text: string;
  /** UTF-16 offset behind the header. */
  bodyAt: number;
  /** False where the bytes are not UTF-8: the text is for showing only. */
  isText: boolean;
  name: string;
}

/** Who changes it; `session` names the evidence. */
export interface TextAuthor {
  source: Source;
  session?: string;
}

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

/** Opens the memory of a place, a shared one before a private one; null where there is none. */
export async function openAt(
  storage: Storage,
  reader: Storage | Transaction,
  place: TextPlace,
): Promise<OpenedMemory | null> {
  const [found] = await placesOf({ storage, reader }, place);
  if (found === undefined) return null;
  return openMemory({ storage, reader, trust: await readTrust(reader, storage) }, found);
}

/** An opened memory as its file. */
export async function textOf({ text, isText, memory }: OpenedMemory): Promise<MemoryText> {
  const { bodyAt } = await readFrontmatter(text);
  return { text, bodyAt, isText, name: memory.name };
}

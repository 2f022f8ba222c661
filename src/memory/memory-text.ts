import type { Storage, Transaction } from "../storage/index.ts";
import { readFrontmatter } from "../text/index.ts";

import { openMemory, type OpenedMemory } from "./load.ts";
import { placesOf } from "./locate.ts";
import { readTrust } from "./trusted.ts";
import type { Scope, Source } from "./types.ts";

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

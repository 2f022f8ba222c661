import type { BesideMatch, TermMatch } from "../search/index.ts";
import type { StoragePath } from "../storage/index.ts";

/** A memory as the index knows it, without its body. */
export interface IndexedMemory {
  /** `scope/slug`. */
  id: string;
  version: string;
  type: string;
  name: string;
  description: string;
  path: StoragePath;
  /** The header's time, as it stands there. */
  modified: string | null;
  /** Last change of the file, milliseconds since 1970. */
  fileTime: number;
}

/** A memory that shares words with a prompt. */
export interface IndexedHit extends IndexedMemory {
  score: number;
  /** Which share of the prompt was found in it, by rarity; 0 to 1. */
  coverage: number;
  /** Which words, and what each gave to the score by field. */
  matches: readonly TermMatch[];
  /** What else the score is made of. */
  beside: readonly BesideMatch[];
}

export interface IndexedFound {
  /** Best first, with their matches. */
  hits: readonly IndexedHit[];
  /** How many memories there are. */
  total: number;
  /** Memories that are left out, and why: sentences for the person. */
  notices: readonly string[];
}

/** What recall needs of the search over the person's and the project's memories. Held ones are not in it. */
export interface RecallIndex {
  search(prompt: string, options: { limit: number; signal?: AbortSignal | undefined }): Promise<IndexedFound>;
  /** The newest memories, newest first; as of the last search. */
  recent(limit: number): readonly IndexedMemory[];
}

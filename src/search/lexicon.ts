import type { TermDictionary } from "./term-dictionary.ts";

/** The terms of an index, and how many of its living documents hold each. */
export interface Lexicon {
  dictionary: TermDictionary;
  /** By term number; shorter than the dictionary where the last terms are held by none. */
  holding: Uint32Array;
  /** Living documents. */
  size: number;
}

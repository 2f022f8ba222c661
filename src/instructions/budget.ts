/**
 * What the files of one territory may still take. Each territory has its own, so that a repository uses up
 * nothing of the person's.
 */
export interface Budget {
  /** Of telling prose from code; a usual file takes a few. */
  scanMilliseconds: number;
  /** Of searching included text for secrets, the loading of the patterns included. */
  gateMilliseconds: number;
  includes: number;
  includedBytes: number;
  /** Words that may be includes and are looked for. */
  words: number;
  /** Of names and notes in the text. */
  frameBytes: number;
  /** Rows about files that are not loaded. */
  rows: number;
  /** Rows that were left out. */
  unlisted: number;
  /** Sentences for the person. */
  notices: Set<string>;
}

/** `frameBytes`: of names and notes in the text. */
export function createBudget({ frameBytes }: Pick<Budget, "frameBytes">): Budget {
  return {
    scanMilliseconds: 3_000,
    gateMilliseconds: 8_000,
    includes: 100,
    includedBytes: 1_048_576,
    words: 2_000,
    frameBytes,
    rows: 100,
    unlisted: 0,
    notices: new Set(),
  };
}

/** Why no further word is looked for, as half a sentence; null while there is room. */
export function whyNoMoreWords({ words, frameBytes }: Budget): string | null {
  if (words <= 0) return "2,000 words with @ were looked for already";
  return frameBytes <= 0 ? "names and notes of includes take up their share already" : null;
}

/** Why no further file is included, as half a sentence; null while there is room. */
export function whyNoMoreFiles({ includes, includedBytes, gateMilliseconds }: Budget): string | null {
  if (includes <= 0) return "100 files are included already";
  if (includedBytes <= 0) return "included files have more than 1,048,576 bytes already";
  return gateMilliseconds <= 0 ? "searching included files for secrets takes too long" : null;
}

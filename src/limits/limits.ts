/**
 * Every limit of daybook, in one place, all settable (`limits` in `daybook.json`).
 * Bytes are UTF-8 bytes; characters are Unicode code points; times are milliseconds.
 */
export interface Limits {
  /** What a new session sees of one index. */
  indexLines: number;
  indexBytes: number;
  /** Share of either index limit from which a save asks to condense. */
  indexWarnShare: number;
  /** Characters of one index line. */
  indexLineCharacters: number;
  nameCharacters: number;
  descriptionCharacters: number;
  bodyBytes: number;
  /** Characters of a slug before a hash is added. */
  slugCharacters: number;
  /** Share of the model's window that memory and instructions may fill. */
  contextShare: number;
  /** How long a writer waits for another before it names the holder and gives up. */
  lockWaitMs: number;
  /** How long a model's server may send nothing until it is given up; a slow machine may need longer. */
  modelSilenceMs: number;
}

export const defaultLimits: Readonly<Limits> = {
  indexLines: 200,
  indexBytes: 25_000,
  indexWarnShare: 0.9,
  indexLineCharacters: 200,
  nameCharacters: 120,
  descriptionCharacters: 500,
  bodyBytes: 65_536,
  slugCharacters: 60,
  contextShare: 0.25,
  lockWaitMs: 30_000,
  modelSilenceMs: 60_000,
};

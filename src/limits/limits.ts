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
  /** Days since its last message until an unpinned session goes to the trash, and then until it is deleted. */
  retentionDays: number;
  trashDays: number;
  /** From when on a resume tells the model how long the conversation rested. */
  gapNoteMs: number;
  /** A conversation is compacted above the larger of window - reserve and share of the window. */
  compactionReserveTokens: number;
  compactionShare: number;
  /** Includes within includes; the file that a session finds is 0. */
  includeDepth: number;
  /** Of all instruction files together. */
  instructionBytes: number;
  /** Of one recalled body, and of all recalled in a session. */
  recallBodyBytes: number;
  recallSessionBytes: number;
  /** Memories a prompt brings at once, and those a side query may choose. */
  recallLexical: number;
  recallSelected: number;
  /** What a side query is offered. */
  manifestEntries: number;
  manifestBytes: number;
  sideQueryMs: number;
  /** Of all extraction of a project in one day, and operations that one turn may bring. */
  extractionDayTokens: number;
  extractionOperations: number;
  /** One extraction call, and starts that try it for a turn while its server cannot be reached. */
  extractionMs: number;
  extractionTries: number;
  /** How long the end of a chat waits for extraction. */
  exitWaitMs: number;
  /** What a hook gives to another agent, and how long it may take. */
  hookCharacters: number;
  hookMs: number;
  /** How long a model's server may send nothing until it is given up; a slow machine may need longer. */
  modelSilenceMs: number;
}

/** The limits of whoever sets none. */
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
  retentionDays: 30,
  trashDays: 30,
  gapNoteMs: 24 * 60 * 60 * 1000,
  compactionReserveTokens: 33_000,
  compactionShare: 0.6,
  includeDepth: 5,
  instructionBytes: 40_960,
  recallBodyBytes: 4_096,
  recallSessionBytes: 61_440,
  recallLexical: 3,
  recallSelected: 5,
  manifestEntries: 200,
  manifestBytes: 25_000,
  sideQueryMs: 30_000,
  extractionDayTokens: 200_000,
  extractionOperations: 5,
  extractionMs: 120_000,
  extractionTries: 3,
  exitWaitMs: 20_000,
  hookCharacters: 8_000,
  hookMs: 1_000,
  modelSilenceMs: 60_000,
};

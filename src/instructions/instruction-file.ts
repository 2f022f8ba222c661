/** One file as people are shown it: what of it is loaded, or why it is not. */
export interface InstructionFile {
  /** As shown: from the project's root on, or `~/.agent/AGENT.md`; for an include that leads nowhere, as written. */
  path: string;
  /** On disk; null where that is not known. */
  bytes: number | null;
  /** Of these bytes, how many are loaded. */
  kept: number;
  /** The file that includes it; null when it was found by its name. */
  includedBy: string | null;
  /** Half a sentence, why it is not, not whole or not as it is loaded; null when it is. */
  problem: string | null;
}

/** A file that is loaded, with what it includes at its places. */
export interface LoadedFile {
  shown: string;
  /** Real path. */
  real: string;
  /** On disk. */
  bytes: number;
  includedBy: string | null;
  /** Only its beginning was read. */
  isBeginning: boolean;
  /** Bytes on disk that a byte of its text stands for. */
  scale: number;
  /** Half sentences on what is not as it is on disk. */
  problems: string[];
  parts: Part[];
}

/** A stretch of a file's own text, a note of ours, or an included file. */
export type Part = { kind: "text" | "note"; text: string } | { kind: "file"; file: LoadedFile };

/** What stands under one line that names a file. */
export type Section = { shown: string; file: LoadedFile } | { shown: string; note: string };

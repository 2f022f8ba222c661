/** Where a source's text goes in the request. */
export type Placement = "system" | "first-user" | "turn";

/** A file that a block was to hold: what of it is in there, or why it is not. */
export interface ContextFile {
  /** As it is shown to people. */
  path: string;
  /** On disk; null where that is not known. */
  bytes: number | null;
  /** What of it stands in the block; 0 when nothing does. */
  kept: number;
  /** The file that includes it; null when it was found by its name. */
  includedBy: string | null;
  /** Half a sentence that may follow the path, why it is not or not whole in the block; null when it is. */
  problem: string | null;
}

/** One block of a request. */
export interface ContextBlock {
  placement: Placement;
  /** Name of the source: `role`, `environment`, `memory-guide`, `index:user`, `index:project`, `instructions`, `git`. */
  source: string;
  /** As it is sent. */
  text: string;
  /** What it was made of, where a person would ask. */
  files?: readonly ContextFile[];
}

/** What a source has to say. */
export interface LoadedText {
  text: string;
  /** Sentences for the person. */
  notices?: string[];
  /**
   * The text within so many estimated tokens, and the sentence that says what was left out (it stands
   * in the text too). Sources that have it share the context budget; the others are small and fixed.
   */
  fit?: (tokens: number) => { text: string; notice: string; files?: readonly ContextFile[] };
  files?: readonly ContextFile[];
}

/**
 * One source of the request. `load` runs once a session and returns null when there is nothing to say;
 * with placement `turn` it runs before each request, and what it returns is delivered once.
 */
export interface ContextSource {
  name: string;
  placement: Placement;
  load(): Promise<LoadedText | null>;
}

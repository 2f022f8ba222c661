/** Where a source's text goes in the request. */
export type Placement = "system" | "first-user" | "turn";

/** One block of a request. */
export interface ContextBlock {
  placement: Placement;
  /** Name of the source: `role`, `environment`, `memory-guide`, `index:user`, `index:project`, `git`. */
  source: string;
  /** As it is sent. */
  text: string;
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
  fit?: (tokens: number) => { text: string; notice: string };
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

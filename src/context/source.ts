/** Where a source's text goes in the request. */
export type Placement = "system" | "first-user" | "turn";

export interface ContextBlock {
  placement: Placement;
  /** Name of the source: `role`, `environment`, `memory-guide`, `index:user`, `index:project`, `git`. */
  source: string;
  text: string;
}

/** One source of the request. `load` runs once a session and returns null when there is nothing to say. */
export interface ContextSource {
  name: string;
  placement: Placement;
  load(): Promise<{ text: string; notices?: string[] } | null>;
}

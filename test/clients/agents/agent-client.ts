/** What a trial must know of another agent's program. */
export interface AgentClient {
  /** As `daybook setup` names it. */
  host: "claude" | "codex" | "gemini" | "qwen" | "opencode";
  /** npm package, pinned: what a later release does has not been tried. */
  package: string;
  /** Name of its command. */
  command: string;
  /** Arguments of one headless turn. */
  turn(prompt: string): string[];
  /** Files that lead it to the scripted model: path below HOME, content. `setup` comes after and must leave them alone. */
  files(port: number): Record<string, string>;
  /** Its name of the tool that saves, where it tells the model of it only on demand. */
  hiddenTool?: string;
  /** Beside PATH and HOME. */
  env?: Record<string, string>;
}

/** Where the turn runs, below HOME. */
export const workFolder = "work";

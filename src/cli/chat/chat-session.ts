import type { Agent } from "../../agent/index.ts";
import type { ChatOptions } from "./chat-options.ts";
import type { LineReader } from "./line-reader.ts";

/** What one line of the person may act on. */
export interface ChatSession {
  options: ChatOptions;
  lines: LineReader;
  agent: Agent;
  /** Begins a new conversation: context is read again. */
  renew(): Promise<void>;
}

/** Whether the line did what it was to do, and whether it was the last. */
export interface LineOutcome {
  ok: boolean;
  leave?: boolean;
}

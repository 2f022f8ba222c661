import type { Agent } from "../../agent/index.ts";
import type { Block } from "../../models/index.ts";
import type { AnswerView } from "./answer-view.ts";
import type { AgentWish, ChatOptions } from "./chat-options.ts";
import type { ChatConsole } from "./console.ts";
import type { LineReader } from "./line-reader.ts";
import type { Spending } from "./status-line.ts";

/** What one line of the person may act on. */
export interface ChatSession {
  options: ChatOptions;
  lines: LineReader;
  agent: Agent;
  /** The terminal a person sits at; null over a pipe. */
  console: ChatConsole | null;
  spending: Spending;
  /** What `!command` left for the next prompt. */
  pending: Block[];
  /** Where the next answer is shown. */
  view(): AnswerView;
  /** Begins a new conversation: context is read again. */
  renew(wish?: AgentWish): Promise<void>;
}

/** Whether the line did what it was to do, and whether it was the last. */
export interface LineOutcome {
  ok: boolean;
  leave?: boolean;
}

import type { RecallMode, RecallReceipt } from "../events/index.ts";
import type { Model } from "../models/index.ts";

/** How memory goes with a conversation. What is left out is as `openDaybook` was given it. */
export interface ConversationOptions {
  /** Asked for recall by meaning and for notes; it need not be the one that answers. */
  model?: Model;
  recall?: RecallMode;
  /** Tokens of the window of the model that answers: memory takes a quarter of it at most. */
  window?: number;
}

/** A tool for the model, in the form that every SDK can be given. */
export interface MemoryTool {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  /** Never throws: what went wrong is an error result, which tells the model what to do. */
  execute(input: unknown, options?: { signal?: AbortSignal }): Promise<MemoryToolResult>;
}

/** What the model is told of a call. */
export interface MemoryToolResult {
  content: string;
  isError: boolean;
}

/** What was said in a turn. */
export interface FinishedTurn {
  /** The person's words, and nothing else. */
  prompt: string;
  /** The agent's last words. */
  answer: string;
}

/**
 * Memory beside a conversation that another agent holds. One at a time and turn by turn: `recall` with the prompt,
 * `turnEnded` after the answer.
 */
export interface MemoryConversation {
  /** Of the session; memories that are saved name it as their evidence. */
  readonly id: string;
  /**
   * The guide to memory and the two indexes, each for a system block of its own, behind those of yours. Read once:
   * the bytes stay the same for the whole conversation, as caches of providers need it.
   */
  systemBlocks(): Promise<readonly string[]>;
  /** The instruction files of the person and the project, for the first user message; null without any. Read once. */
  instructions(): Promise<string | null>;
  /** For the model, in this order; the list stays the same for the whole conversation. */
  readonly tools: readonly MemoryTool[];
  /**
   * The memories that matter to a prompt, each as a text block to stand behind it in the same message. What this
   * conversation was brought already, or its tools read or saved, is not brought again. Never fails: empty then.
   */
  recall(prompt: string, options?: { signal?: AbortSignal }): Promise<readonly string[]>;
  /** What a side query has chosen since, to stand behind the newest tool result; never waits. Nothing of it is brought later. */
  poll(): readonly string[];
  /** What recall did in the newest turn, and why; null before the first. */
  receipt(): Promise<RecallReceipt | null>;
  /**
   * The turn is over: it is recorded as a turn of a session and, where there is a model, notes are taken of it in the
   * background. Resolves when it is recorded. Fails with `no-space` or `io`; the conversation goes on.
   */
  turnEnded(turn: FinishedTurn): Promise<void>;
  /** Ends the conversation; notes on their way are still taken. May be called more than once. */
  close(): Promise<void>;
}

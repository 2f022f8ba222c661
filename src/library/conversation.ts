import type { RecallMode, RecallReceipt } from "../events/index.ts";
import type { MemoryStoreOptions } from "../memory/index.ts";
import type { Message, Model } from "../models/index.ts";

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

/** A call of a memory tool that is over. */
export interface MemoryCall {
  name: string;
  input: unknown;
  /** What the model was told. */
  content: string;
  isError: boolean;
  /** `scope/slug` of what it saved or read. */
  memories: readonly string[];
}

/** A memory that a turn was brought. */
export interface RecalledMemory {
  /** `scope/slug`. */
  id: string;
  name: string;
}

/** What was said in a turn. */
export interface FinishedTurn {
  /** The person's words, and nothing else. */
  prompt: string;
  /** The agent's last words. */
  answer: string;
}

/**
 * Memory beside a conversation that another agent holds, for as long as that lasts. Turn by turn: `recall` with the
 * prompt, then `turnEnded` after the answer or `turnFailed`. They run one after the other, in the order of the calls.
 */
export interface MemoryConversation {
  /** Of the session; memories that are saved name it as their evidence. Final once a turn has ended. */
  readonly id: string;
  /** What its store is made of, for other doors to the same memories. */
  readonly storeOptions: MemoryStoreOptions;
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
   * conversation was brought already, or its tools read or saved, is not brought again. With `extract: "nudge"` a
   * reminder may follow them. Never fails: empty then.
   */
  recall(prompt: string, options?: { signal?: AbortSignal }): Promise<readonly string[]>;
  /** What a side query has chosen since, to stand behind the newest tool result; never waits. Nothing of it is brought later. */
  poll(): readonly string[];
  /**
   * Instead of `recall`, for a prompt that is sent once more with the texts that `recall` gave for it then: the turn
   * begins with them.
   */
  sentAgain(texts: readonly string[]): Promise<void>;
  /** What the newest turn was brought so far, in order: to tell the person of. */
  recalled(): readonly RecalledMemory[];
  /**
   * What recall did in the newest turn, and why; null before the first. While the turn runs it is told as if it ended
   * now: a side query that has brought nothing yet is `late`.
   */
  receipt(): Promise<RecallReceipt | null>;
  /** A memory tool that is not of `tools` was called: what it saved or read is not brought again, and the log holds the call. */
  addCall(call: MemoryCall): Promise<void>;
  /**
   * The turn is over: it is recorded as a turn of a session and, where there is a model, notes are taken of it in the
   * background. Resolves when it is recorded. Fails with `no-space` or `io`, and the conversation goes on; with
   * `invalid` once it is closed.
   */
  turnEnded(turn: FinishedTurn): Promise<void>;
  /** The turn came to nothing and its messages are dropped: what it was brought may be brought again. Nothing is recorded. */
  turnFailed(): Promise<void>;
  /** Ends the conversation; notes on their way are still taken. May be called more than once. */
  close(): Promise<void>;
}

/** A conversation that goes on from an earlier session. */
export interface ResumedConversation extends MemoryConversation {
  /**
   * What was said before, mended where a process died or a line was damaged, with all that the prompts were brought and
   * a result for every call: to be sent before the next prompt, in the form of Anthropic's Messages. Roles alternate.
   */
  readonly messages: readonly Message[];
  /** Sentences for the person: what was mended, how long it rested, that another process writes it and this is a copy. */
  readonly said: readonly string[];
}

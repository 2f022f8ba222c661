import type { ErrorCode } from "../errors/index.ts";
import type { AssistantMessage, Block, ModelFailure, Usage } from "../models/index.ts";

/** Where each block of a message is from; extraction, titles and budgets are computed from it. */
export type From =
  | "person"
  | "attachment"
  | "tool"
  | "model"
  | "instructions"
  | "note"
  | `recall:${string}`
  | (string & {});

/** What the agent keeps of a conversation, in order. The seam through which a session is recorded. */
export type SessionRecord =
  | { type: "context"; system: readonly string[]; tools: readonly unknown[]; model: string; provider: string }
  | { type: "user"; content: Block[]; from: From[] }
  | ({ type: "assistant" } & Pick<AssistantMessage, "content" | "usage" | "stop" | "model"> & {
        provider: string;
        raw?: unknown;
      })
  /** One result a record. Behind `tool`, `from` names each note that was added at the end of its content. */
  | { type: "tool_result"; content: Block[]; from: From[]; synthetic?: boolean };

/** Resolves when the record is durable; the agent remembers only what has been appended. */
export type Append = (record: SessionRecord) => Promise<void>;

/** Why a turn failed: the model's fault, daybook's own, or a turn that would not end. */
export type TurnFailure = ModelFailure | ErrorCode | "too-many-rounds";

/** What a face shows while a turn runs. The last event of every turn is one `turn-end`. */
export type AgentEvent =
  | { type: "text-delta"; text: string }
  | { type: "thinking-delta"; text: string }
  | { type: "retry"; attempt: number; delayMs: number; reason: string }
  | { type: "tool-start"; id: string; name: string; input: unknown }
  | { type: "tool-end"; id: string; name: string; isError: boolean; content: string; display?: string }
  | { type: "note"; text: string }
  | TurnEnd;

/** How a turn ended. */
export interface TurnEnd {
  type: "turn-end";
  /** `answered`, `aborted` by the person, or `failed` with a sentence. */
  outcome: "answered" | "aborted" | "failed" | "max-tokens" | "refused";
  /** Text of the last answer. */
  text: string;
  /** Of all requests of the turn together. */
  usage: Usage;
  failure?: { kind: TurnFailure; message: string };
}

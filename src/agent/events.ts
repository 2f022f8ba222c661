import type { ErrorCode } from "../errors/index.ts";
import type { ModelFailure, Usage } from "../models/index.ts";

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
  | CompactionEvent
  | TurnEnd;

/** A conversation that no longer fits is being shortened. Tokens are estimates of the next request. */
export type CompactionEvent =
  | { type: "compaction"; phase: "start"; before: number }
  | {
      type: "compaction";
      phase: "end";
      before: number;
      after: number;
      /** Without a summary turns were `dropped`, or nothing was changed: `failed`; `aborted` by the person. */
      how: "summarised" | "elided" | "dropped" | "failed" | "aborted";
    };

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

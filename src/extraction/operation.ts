import type { ExtractionReason } from "../events/index.ts";
import type { MemoryType, Scope } from "../memory/index.ts";

/** What a model proposes to do with memory, in the form that it is asked for; parsed, not yet judged. */
export interface Operation {
  op: "create" | "update" | "forget";
  /** Of the memory that an update or a forget is about: slug or `scope/slug`. */
  slug?: string;
  /** Left out, the type decides. */
  scope?: Scope;
  type: MemoryType;
  name: string;
  description: string;
  /** Markdown. Empty for a forget. */
  body: string;
  /** Words of the person that it rests on, verbatim; empty when the model gave none. */
  quote: string;
  /** Why it matters, in the model's words. */
  reason?: string;
}

/** One item as the guards leave it, and as the log's `extraction` record holds it: to apply it, nothing else is needed. */
export type JudgedItem =
  | {
      to: "memory";
      operation: Operation;
      /** `scope/slug` of the memory that it changes; absent for a new one. */
      target?: string;
      /** Version of the target when it was judged. */
      version?: string;
      /** Why it is not what the model proposed, such as `duplicate`: a create that became an update. */
      reason?: ExtractionReason;
    }
  | { to: "inbox"; operation: Operation; target?: string; version?: string; reason: ExtractionReason }
  /** Without its texts: they may be the reason. */
  | { to: "nowhere"; op: Operation["op"] | "unknown"; reason: ExtractionReason };

/** A finished turn as extraction reads it. */
export interface TurnText {
  /** Id of the session's log. */
  session: string;
  /** `n` of the record with the person's words, and of the last record. */
  begin: number;
  upto: number;
  /** When the person spoke; dates are made absolute by it. */
  at: Date;
  /** Words of the person, and of the agent's answers; what was injected is none of them. */
  person: string;
  agent: string;
  /** The agent saved or deleted a memory in it. */
  savedInTurn: boolean;
  /** It ended with an answer. */
  finished: boolean;
  /** Every text that daybook or a tool had put into the session by then: no item may only repeat it. */
  injected: readonly string[];
}

import type { Usage } from "../models/index.ts";
import type { Append, CompactionRecord, ContextRecord } from "../sessions/index.ts";
import type { SentMessage } from "./sent-message.ts";

/** A conversation that goes on: what the log of it holds, repaired. */
export interface AgentHistory {
  /** As they are sent: behind a compaction its message first, then the kept ones. */
  messages: readonly SentMessage[];
  /** What the last request carried before its messages. With the same model it is sent again, byte for byte. */
  context?: (ContextRecord & { n?: number }) | null;
  /** The newest compaction, which the next one carries on. */
  compaction?: (CompactionRecord & { n: number }) | null;
  /** For the next turn, as texts of a block of its own. */
  notes?: readonly string[];
  /** As the provider counted an answer in `messages`, and its place in the log; what follows is not counted in. */
  lastUsage?: { n: number; usage: Usage } | null;
}

/** Where nothing is recorded, messages still have an order. */
export function countingAppend(history: AgentHistory | undefined): Append {
  let n = Math.max(0, ...(history?.messages ?? []).map((message) => message.n));
  return () => Promise.resolve((n += 1));
}

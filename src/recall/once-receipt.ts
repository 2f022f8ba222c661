import type { RecallReceipt } from "../events/index.ts";
import { candidateOf } from "./lexical-stage.ts";
import { deliveryOf } from "./open-recalled.ts";
import type { RecalledOnce } from "./recall-once.ts";

/** The receipt of a recall for a conversation of another program: the same as a turn's, without a side query. */
export function onceReceipt(
  recalled: RecalledOnce,
  told: {
    /** Ids of what reached the model whole; the rest had no room. */
    delivered: ReadonlySet<string>;
    /** What the conversation was brought before, UTF-8. */
    earlierBytes: number;
    ms: number;
  },
): RecallReceipt {
  const { skipped, total, hits, dropped } = recalled;
  const delivered = recalled.delivered.filter(({ memory }) => told.delivered.has(memory.id));
  const cramped = recalled.delivered.filter(({ memory }) => !told.delivered.has(memory.id));
  const bytes = delivered.reduce((sum, { block }) => sum + block.bytes, 0);
  return {
    kind: "recall",
    mode: "lexical",
    memories: total,
    lexical: lexicalOf({ skipped, total, hits }, told.ms),
    side: { skipped: "off" },
    delivered: delivered.map((opened) => deliveryOf(opened, "lexical")),
    dropped: [
      ...dropped,
      ...cramped.map(({ memory }) => ({ id: memory.id, reason: "session-budget" as const })),
    ],
    bytes,
    sessionBytes: told.earlierBytes + bytes,
    ms: told.ms,
  };
}

function lexicalOf(
  { skipped, total, hits }: Pick<RecalledOnce, "skipped" | "total" | "hits">,
  ms: number,
): RecallReceipt["lexical"] {
  if (total === 0) return { skipped: "no-memories" };
  return skipped === null ? { candidates: hits.map(candidateOf), ms } : { skipped };
}

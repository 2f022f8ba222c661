import type { RecallReceipt, SideOutcome } from "./event.ts";

/** How recall did in several turns. Every turn counts in one of the five. */
export interface RecallFigures {
  turns: number;
  /** Memories were brought. */
  delivered: number;
  /** A side query chose some, but the turn was over first. */
  late: number;
  /** Nothing fitted. */
  empty: number;
  /** The memories could not be searched, or the side query gave no usable answer, and nothing else was found. */
  failed: number;
  /** Nothing was looked for: switched off, no words, no memories, no room. */
  notAsked: number;
  /** That were brought, and the bytes of their blocks. */
  memories: number;
  bytes: number;
  /** Side queries by their end. */
  side: Record<SideOutcome, number>;
}

const failures: readonly SideOutcome[] = ["failed", "timeout", "unusable"];

/** Adds up receipts. */
export function sumRecall(receipts: Iterable<RecallReceipt>): RecallFigures {
  const figures: RecallFigures = {
    turns: 0,
    delivered: 0,
    late: 0,
    empty: 0,
    failed: 0,
    notAsked: 0,
    memories: 0,
    bytes: 0,
    side: { delivered: 0, empty: 0, late: 0, unusable: 0, timeout: 0, failed: 0 },
  };
  for (const receipt of receipts) {
    figures.turns += 1;
    figures[endOf(receipt)] += 1;
    figures.memories += receipt.delivered.length;
    for (const { bytes } of receipt.delivered) figures.bytes += bytes;
    const { side } = receipt;
    if (!("skipped" in side) && Object.hasOwn(figures.side, side.outcome)) figures.side[side.outcome] += 1;
  }
  return figures;
}

function endOf({
  delivered,
  lexical,
  side,
}: RecallReceipt): "delivered" | "late" | "empty" | "failed" | "notAsked" {
  if (delivered.length > 0) return "delivered";
  const outcome = "skipped" in side ? null : side.outcome;
  if (outcome === "late") return "late";
  const isBroken = "skipped" in lexical && lexical.skipped === "failed";
  if (isBroken || (outcome !== null && failures.includes(outcome))) return "failed";
  return "skipped" in lexical && outcome === null ? "notAsked" : "empty";
}

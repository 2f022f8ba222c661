import type { ExtractionReason, ExtractionReceipt, ExtractionSkip } from "./event.ts";

/** What extraction did with several turns. */
export interface ExtractionFigures {
  /** Finished turns, read or passed over. */
  turns: number;
  /** Of which a model was asked. */
  read: number;
  skipped: Partial<Record<ExtractionSkip, number>>;
  /** Items by where they went: into memory, into the inbox, nowhere. */
  kept: number;
  proposed: number;
  dropped: number;
  /** Why items did not go the way they were proposed. */
  reasons: Partial<Record<ExtractionReason, number>>;
  /** Turns whose call brought no usable answer. */
  failed: number;
  /** Left out of what was read or proposed. */
  secrets: number;
  calls: number;
}

/** Adds up receipts. */
export function sumExtraction(receipts: Iterable<ExtractionReceipt>): ExtractionFigures {
  const figures: ExtractionFigures = {
    turns: 0,
    read: 0,
    skipped: {},
    kept: 0,
    proposed: 0,
    dropped: 0,
    reasons: {},
    failed: 0,
    secrets: 0,
    calls: 0,
  };
  for (const { skipped, answer, items, secrets, calls } of receipts) {
    figures.turns += 1;
    if (skipped !== undefined) countOne(figures.skipped, skipped);
    if (answer !== undefined) figures.read += 1;
    if (answer === "unusable" || answer === "timeout" || answer === "failed") figures.failed += 1;
    figures.secrets += secrets;
    figures.calls += calls;
    for (const { to, reason } of items) {
      figures[to === "memory" ? "kept" : to === "inbox" ? "proposed" : "dropped"] += 1;
      if (reason !== undefined) countOne(figures.reasons, reason);
    }
  }
  return figures;
}

function countOne<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

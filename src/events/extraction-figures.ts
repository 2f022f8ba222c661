import { extractionReasons, extractionSkips } from "./event.ts";
import type { ExtractionReason, ExtractionReceipt, ExtractionSkip } from "./event.ts";

/** How often each word was said; `other` are words that this version does not know. */
export type WordCounts<Word extends string> = Partial<Record<Word | "other", number>>;

/** What extraction did with several turns. */
export interface ExtractionFigures {
  /** Finished turns, read or passed over. */
  turns: number;
  /** Of which a model was asked. */
  read: number;
  skipped: WordCounts<ExtractionSkip>;
  /** Items by where they went: into memory, into the inbox, nowhere. */
  kept: number;
  proposed: number;
  dropped: number;
  /** Why items did not go the way they were proposed. */
  reasons: WordCounts<ExtractionReason>;
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
    if (skipped !== undefined) countOne(figures.skipped, { word: skipped, known: extractionSkips });
    if (answer !== undefined) figures.read += 1;
    if (answer === "unusable" || answer === "timeout" || answer === "failed") figures.failed += 1;
    figures.secrets += secrets;
    figures.calls += calls;
    for (const { to, reason } of items) {
      figures[to === "memory" ? "kept" : to === "inbox" ? "proposed" : "dropped"] += 1;
      if (reason !== undefined) countOne(figures.reasons, { word: reason, known: extractionReasons });
    }
  }
  return figures;
}

// The words of a file that anybody may have written to are neither printed nor keys of an object.
function countOne<Word extends string>(
  counts: WordCounts<Word>,
  { word, known }: { word: string; known: readonly Word[] },
): void {
  const key = known.find((one) => one === word) ?? "other";
  counts[key] = (counts[key] ?? 0) + 1;
}

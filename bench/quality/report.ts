/** The quality part of `npm run bench`. Pure: numbers in, text out. */
import { aligned } from "../aligned.ts";
import type { Outcome } from "./relevance.ts";

export interface QualityRow {
  name: string;
  questions: number;
  /** By engine, ours last. */
  recalls: readonly number[];
  /** Mean reciprocal rank and normalised gain of ours, cut at 10. */
  rank: number;
  gain: number;
  /** What ours is to reach. */
  least?: number;
}

export function isReached({ recalls, least = 0 }: QualityRow): boolean {
  return (recalls.at(-1) ?? 0) >= least;
}

/** Recall of each engine side by side, and ours over MiniSearch. */
export function qualityTable(rows: readonly QualityRow[], engines: readonly string[]): string[] {
  const head = [
    "recall, no model",
    "questions",
    ...engines,
    "over MiniSearch",
    "to hold",
    "",
    "MRR@10",
    "nDCG@10",
  ];
  return aligned([
    head,
    ...rows.map((row) => [
      row.name,
      String(row.questions),
      ...row.recalls.map(figure),
      ratioText(row),
      row.least === undefined ? "" : `>= ${row.least.toFixed(2)}`,
      row.least === undefined ? "" : isReached(row) ? "held" : "MISSED",
      figure(row.rank),
      figure(row.gain),
    ]),
  ]);
}

function ratioText({ recalls }: QualityRow): string {
  const ratio = (recalls.at(-1) ?? 0) / (recalls.at(-2) ?? 0);
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} x` : "";
}

export interface CurvePoint extends Outcome {
  /** Over the threshold that is shipped. */
  level: number;
}

/** What each threshold would keep and leave empty, one workspace a column. */
export function curveTable(curves: ReadonlyMap<string, readonly CurvePoint[]>): string[] {
  const names = [...curves.keys()];
  const levels = [...curves.values()][0] ?? [];
  const cells = levels.map(({ level }, at) => [
    level === 1 ? "1.00 (shipped)" : level.toFixed(2),
    ...names.map((name) => outcomeText(curves.get(name)?.[at])),
  ]);
  return aligned([["threshold", ...names.map((name) => `${name}: R@3 / left empty`)], ...cells]);
}

function outcomeText(outcome: Outcome | undefined): string {
  return outcome === undefined ? "" : `${figure(outcome.recall)} / ${outcome.empty.toFixed(2)}`;
}

/** With how far chance may have moved it. */
export function carefulText(outcome: Outcome): string {
  const { recall, recallError, answerable, empty, emptyError, unanswerable } = outcome;
  return `${figure(recall)} ± ${recallError.toFixed(2)} of ${answerable} / ${empty.toFixed(2)} ± ${emptyError.toFixed(2)} of ${unanswerable}`;
}

export function figure(value: number): string {
  return value.toFixed(3);
}

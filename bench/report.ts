/** The table of `npm run bench`. Pure: results in, text out. */
import { aligned } from "./aligned.ts";
import type { Comparison, Cost } from "./measure.ts";

export interface Result extends Comparison {
  name: string;
  baselineName: string;
  /** The ratio to hold. */
  limit: number;
  /** It is baseline over subject, how many times faster, and must be no less. */
  isAtLeast?: true;
}

export function isHeld(result: Result): boolean {
  return result.isAtLeast === true ? result.ratio >= result.limit : result.ratio <= result.limit;
}

/** One row a result, aligned, with a sentence below that says what was compared. */
export function reportTable(results: readonly Result[]): string {
  const head = ["what", "baseline", "ratio", "to hold", "", "subject ms", "baseline ms"];
  const rows = results.map((result) => [
    result.name,
    result.baselineName,
    `${result.ratio.toFixed(2)} x`,
    `${result.isAtLeast === true ? ">=" : "<="} ${result.limit.toFixed(1)} x`,
    isHeld(result) ? "held" : "MISSED",
    costText(result.subject),
    costText(result.baseline),
  ]);
  const lines = aligned([head, ...rows]);
  const runs = Math.min(...results.map((result) => result.runs));
  return [
    ...lines,
    "",
    `Ratios of medians of ${runs} interleaved runs in this process; "cpu" is user + system time, else wall.`,
    "",
  ].join("\n");
}

function costText({ cpu, wall, memory }: Cost): string {
  if (memory !== undefined) return `${memory.toFixed(0)} MB`;
  const wallText = `${wall.toFixed(wall < 10 ? 2 : 0)} wall`;
  return cpu === undefined ? wallText : `${cpu.toFixed(0)} cpu, ${wallText}`;
}

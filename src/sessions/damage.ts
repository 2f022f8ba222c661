/** What may be wrong with a log, in the order in which it is told. */
export const damageKinds = [
  "tornLines",
  "badLines",
  "longLines",
  "nulRuns",
  "gluedRecords",
  "badText",
  "gaps",
  "repeatedRecords",
  "missingHeader",
  "missingBeginning",
  "missingResults",
  "orphanResults",
  "repeatedIds",
  "unusableBlocks",
  "emptyTexts",
  "unsignedThinking",
  "foreignThinking",
  "foreignReasoning",
  "byteOrderMark",
  "carriageReturns",
] as const;
export type DamageKind = (typeof damageKinds)[number];

/** How often each kind was met; kinds that were not met are absent. */
export type DamageReport = Readonly<Partial<Record<DamageKind, number>>>;

/**
 * How a person is told. What has no words here is harmless, or is left out of a running conversation as well:
 * it is counted, but nothing was repaired.
 */
const words: Partial<Record<DamageKind, readonly [one: string, many: string]>> = {
  tornLines: ["torn line", "torn lines"],
  badLines: ["unreadable line", "unreadable lines"],
  longLines: ["line too long to read", "lines too long to read"],
  nulRuns: ["run of NUL bytes", "runs of NUL bytes"],
  gluedRecords: ["line of records run together", "lines of records run together"],
  badText: ["line with broken characters", "lines with broken characters"],
  gaps: ["gap where records are missing", "gaps where records are missing"],
  repeatedRecords: ["record written twice", "records written twice"],
  missingHeader: ["missing header", "missing headers"],
  missingBeginning: ["lost beginning", "lost beginnings"],
  missingResults: ["interrupted call", "interrupted calls"],
  orphanResults: ["result without its call", "results without their calls"],
  repeatedIds: ["repeated id", "repeated ids"],
  unusableBlocks: ["unusable block", "unusable blocks"],
};

/** The part of a report that tells of something repaired. */
export function repairsOf(report: DamageReport): DamageReport {
  return Object.fromEntries(
    damageKinds.flatMap((kind) =>
      words[kind] === undefined || report[kind] === undefined ? [] : [[kind, report[kind]]],
    ),
  );
}

const MOST_LINES = 10;

/** `repaired: 1 torn line, 1 interrupted call (line 7)`; undefined when there was nothing to repair. */
export function repairSentence(report: DamageReport, lines: readonly number[]): string | undefined {
  const parts = damageKinds.flatMap((kind) => {
    const count = report[kind] ?? 0;
    const [one, many] = words[kind] ?? [];
    return count === 0 || one === undefined ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? undefined : `repaired: ${parts.join(", ")}${placesOf(lines)}`;
}

function placesOf(lines: readonly number[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, MOST_LINES).join(", ");
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
  return ` (line${lines.length === 1 ? "" : "s"} ${shown}${more})`;
}

/**
 * The program of `npm run bench [-- WORD] [--data DIR]`: the numbers to hold, or those whose name has WORD in it.
 * DIR holds the sets of "recall quality", else `../shared/data`. Exit code 1 when a number is missed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contextRow } from "./context.ts";
import { importRow } from "./import.ts";
import { compare } from "./measure.ts";
import { recallQuality } from "./recall-quality.ts";
import { isHeld, reportTable, type Result } from "./report.ts";
import type { Row } from "./row.ts";
import { saveRow } from "./save.ts";
import { hookRow, indexMemoryRow, rankingRows, recallRow, sweepRow } from "./search.ts";
import { appendRows, fullScanRow, resumeRow, scanMemoryRow, skipMemoryRow } from "./session-log.ts";
import { coldListRow, warmListRow } from "./sessions.ts";
import { startRow } from "./start.ts";

const rows: readonly Row[] = [
  startRow,
  importRow,
  saveRow,
  contextRow,
  recallRow,
  hookRow,
  sweepRow,
  ...rankingRows,
  indexMemoryRow,
  coldListRow,
  warmListRow,
  ...appendRows,
  resumeRow,
  fullScanRow,
  scanMemoryRow,
  skipMemoryRow,
];

const runs = 31;

const quality = "recall quality";

async function main(word: string, data: string): Promise<number> {
  const chosen = rows.filter(({ name }) => name.includes(word));
  const withQuality = quality.includes(word);
  if (chosen.length === 0 && !withQuality) {
    const names = [...rows.map(({ name }) => name), quality];
    process.stderr.write(`No row has "${word}" in its name: ${names.join(", ")}.\n`);
    return 2;
  }
  const results: Result[] = [];
  for (const row of chosen) {
    process.stderr.write(`measuring: ${row.name}\n`);
    results.push(await measure(row));
  }
  if (results.length > 0) process.stdout.write(`${reportTable(results)}\n`);
  const isReached = withQuality ? await measureQuality(data) : true;
  return results.every(isHeld) && isReached ? 0 : 1;
}

async function measureQuality(data: string): Promise<boolean> {
  process.stderr.write(`measuring: ${quality}\n`);
  const report = await recallQuality(data);
  process.stdout.write(report.text);
  return report.isHeld;
}

async function measure(row: Row): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-bench-"));
  try {
    const subjects = await row.prepare(folder);
    const { prepare: _prepare, ...facts } = row;
    const compared = await compare({ ...subjects, runs }).finally(() => subjects.close?.());
    const ratio = row.isAtLeast === true ? 1 / compared.ratio : compared.ratio;
    return { ...facts, ...compared, ratio };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: "string", default: "../shared/data" } },
});
process.exitCode = await main(positionals.join(" "), values.data);

/** The program of `npm run bench [-- WORD]`: the ratios to hold, or those whose name has WORD in it. Exit code 1 when one is missed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contextRow } from "./context.ts";
import { compare } from "./measure.ts";
import { isHeld, reportTable, type Result } from "./report.ts";
import type { Row } from "./row.ts";
import { saveRow } from "./save.ts";
import { appendRows, fullScanRow, resumeRow, scanMemoryRow, skipMemoryRow } from "./session-log.ts";
import { coldListRow, warmListRow } from "./sessions.ts";
import { startRow } from "./start.ts";

const rows: readonly Row[] = [
  startRow,
  saveRow,
  contextRow,
  coldListRow,
  warmListRow,
  ...appendRows,
  resumeRow,
  fullScanRow,
  scanMemoryRow,
  skipMemoryRow,
];

const runs = 31;

async function main(word: string): Promise<number> {
  const results: Result[] = [];
  for (const row of rows.filter(({ name }) => name.includes(word))) {
    process.stderr.write(`measuring: ${row.name}\n`);
    results.push(await measure(row));
  }
  if (results.length === 0) {
    process.stderr.write(`No row has "${word}" in its name: ${rows.map(({ name }) => name).join(", ")}.\n`);
    return 2;
  }
  process.stdout.write(reportTable(results));
  return results.every(isHeld) ? 0 : 1;
}

async function measure(row: Row): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-bench-"));
  try {
    const subjects = await row.prepare(folder);
    const { name, baselineName, limit } = row;
    return { name, baselineName, limit, ...(await compare({ ...subjects, runs })) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv[2] ?? "");

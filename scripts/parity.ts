/**
 * Compares memory tools case by case with what Anthropic's SDK answered:
 *
 *     npx tsx scripts/parity.ts                                     our backend, in this process
 *     npx tsx scripts/parity.ts sdk                                 the SDK itself
 *     npx tsx scripts/parity.ts node bin/daybook.js memory-tool --root {root}
 */
import { readCases, readExpected, readGolden } from "../test/memory-tool-parity/cases.ts";
import { compareRecords } from "../test/memory-tool-parity/compare-records.ts";
import { runCases } from "../test/memory-tool-parity/run-cases.ts";
import { openFolder, openProgram, openSdk } from "../test/memory-tool-parity/subjects.ts";

const words = process.argv.slice(2);
const open = words.length === 0 ? openFolder : words[0] === "sdk" ? openSdk : openProgram(words);
const cases = await readCases();
const named = await readExpected();
const differences = compareRecords(cases, {
  expected: await readGolden(),
  actual: await runCases(cases, open),
});
for (const { id, kinds, isFree, notes } of differences) {
  const row = named[id]?.row;
  const state = isFree ? "free " : row === undefined ? "DIFF " : "named";
  console.log(`${state} ${id} (${kinds.join(", ")})${row === undefined ? "" : ` by the row ${row}`}`);
  if (state === "DIFF ") for (const note of notes) console.log(`      ${note}`);
}
const failed = differences.filter(({ id, isFree }) => !isFree && named[id] === undefined);
console.log(
  `${cases.length - differences.length} of ${cases.length} cases the same, ${failed.length} to look at.`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

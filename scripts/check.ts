/** `npm run check`: every rule that a machine can hold, in one pass, with one list of what failed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

interface Step {
  name: string;
  command: readonly string[];
  /** What to type to mend it, where one command can. */
  remedy?: string;
}

const steps: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"], remedy: "npm run format" },
  { name: "lint", command: ["oxlint", "--deny-warnings"], remedy: "npx oxlint --fix" },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "architecture", command: ["vitest", "run", "test/architecture.test.ts", "--reporter=dot"] },
  { name: "unused", command: ["knip", "--no-progress"] },
  { name: "package", command: ["publint", "run", "--strict"] },
  { name: "consumer", command: ["tsx", "scripts/consumer.ts"] },
];

function main(): number {
  // The package check reads the built files. An `npm ci` has built them; a bare checkout has not.
  if (!existsSync("dist/library/index.js")) runStep({ name: "build", command: ["tsx", "scripts/build.ts"] });
  const failed = steps.filter((step) => !runStep(step));
  if (failed.length === 0) {
    process.stdout.write(`\ncheck: all ${steps.length} passed\n`);
    return 0;
  }
  process.stdout.write(`\ncheck: ${failed.length} of ${steps.length} failed\n`);
  for (const step of failed) {
    const remedy = step.remedy === undefined ? "" : `   mend with: ${step.remedy}`;
    process.stdout.write(`  ${step.name}${remedy}\n`);
  }
  return 1;
}

/** Runs one step; its output is shown only when it fails, or when it warns. */
function runStep(step: Step): boolean {
  const started = Date.now();
  const [program = "", ...rest] = step.command;
  const result = spawnSync(program, rest, { encoding: "utf8" });
  const passed = result.status === 0;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${passed ? "ok    " : "FAILED"}  ${step.name.padEnd(14)}${seconds.padStart(6)} s\n`);
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`.trim();
  if (!passed || /\bwarn(ing)?: /i.test(output)) process.stdout.write(`${output}\n`);
  return passed;
}

process.exitCode = main();

/** The closing lines of `.ci/run`: what needed a second try, and how many tests passed and failed. */
import { readFileSync } from "node:fs";
import { countTests, type TestReport } from "./count-tests.ts";

const [path = ""] = process.argv.slice(2);
const report: TestReport = JSON.parse(readFileSync(path, "utf8"));
const { lines, isGood } = countTests(report);

process.stdout.write(`${lines.join("\n")}\n`);
process.exitCode = isGood ? 0 : 1;

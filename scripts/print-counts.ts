/** The closing line of `.ci/run`: how many tests passed and failed, alone on its line. Fails when none ran. */
import { readFileSync } from "node:fs";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Also counts files that could not be loaded, so that none of their tests ran. */
  numFailedTestSuites: number;
}

const [path = ""] = process.argv.slice(2);
const report: Report = JSON.parse(readFileSync(path, "utf8"));
const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: failedSuites } = report;

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = passed > 0 && failed === 0 && failedSuites === 0 ? 0 : 1;

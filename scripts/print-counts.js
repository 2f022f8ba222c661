// The closing line of `.ci/run`: how many tests passed and failed, alone on its line. Fails when none ran.
import { readFileSync } from "node:fs";

const [path = ""] = process.argv.slice(2);
const { numPassedTests, numFailedTests, numFailedTestSuites, numTotalTests } = JSON.parse(
  readFileSync(path, "utf8"),
);

process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n`);
process.exitCode = numTotalTests > 0 && numFailedTests === 0 && numFailedTestSuites === 0 ? 0 : 1;

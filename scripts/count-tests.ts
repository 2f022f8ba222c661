/** What is read of the JSON report of a test run. */
export interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Also counts files that could not be loaded, so that none of their tests ran. */
  numFailedTestSuites: number;
  testResults: readonly { name: string; assertionResults: readonly ReportedTest[] }[];
}

interface ReportedTest {
  fullName: string;
  status: string;
  /** Of every try: a test that passed at its second has those of its first. */
  failureMessages: readonly string[];
}

/** What a run comes to. */
export interface TestCounts {
  /** A line for each test that needed a second try, so that chance is seen where it did not fail a run; then the counts. */
  lines: readonly string[];
  isGood: boolean;
}

/** How many tests passed and failed, the counts alone on the last line. No run is good in which none ran. */
export function countTests(report: TestReport): TestCounts {
  const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: failedSuites } = report;
  return {
    lines: [...report.testResults.flatMap(secondTries), `${passed} passed, ${failed} failed`],
    isGood: passed > 0 && failed === 0 && failedSuites === 0,
  };
}

function secondTries({ name, assertionResults }: TestReport["testResults"][number]): string[] {
  return assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [first = ""] }) => {
      const [reason = ""] = first.split("\n");
      return `needed a second try: ${name}: ${fullName}: ${reason}`;
    });
}

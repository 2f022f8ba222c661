import { describe, expect, it } from "vitest";
import { countTests, type TestReport } from "../scripts/count-tests.ts";

const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

function reportOf(more: Partial<TestReport>): TestReport {
  return { numPassedTests: 2, numFailedTests: 0, numFailedTestSuites: 0, testResults: [], ...more };
}

describe("the counts of a run", () => {
  it("name what passed only at its second try, before the line with the counts", () => {
    const assertionResults = [
      test("a chat ends", "passed", "Error: it shows nothing\n    at chat.ts"),
      test("a chat begins", "passed"),
      test("a chat goes on", "failed", "Error: it does not"),
    ];
    const testResults = [{ name: "/here/chat.test.ts", assertionResults }];
    expect(countTests(reportOf({ numFailedTests: 1, testResults }))).toEqual({
      lines: [
        "needed a second try: /here/chat.test.ts: a chat ends: Error: it shows nothing",
        "2 passed, 1 failed",
      ],
      isGood: false,
    });
  });

  it.each([
    [reportOf({}), true],
    [reportOf({ numPassedTests: 0 }), false],
    [reportOf({ numFailedTests: 1 }), false],
    [reportOf({ numFailedTestSuites: 1 }), false],
  ])("of %o are good: %s", (report, isGood) => {
    expect(countTests(report).isGood).toBe(isGood);
  });
});

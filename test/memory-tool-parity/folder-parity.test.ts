import { describe, expect, it } from "vitest";
import { readCases, readExpected, readGolden } from "./cases.ts";
import { compareRecords } from "./compare-records.ts";
import { runCases } from "./run-cases.ts";
import { openFolder } from "./subjects.ts";

describe("the memory tool of Anthropic's SDK and ours over a folder", () => {
  it("answer alike, but for what the cases leave open and the differences that are named", async () => {
    const cases = await readCases();
    const actual = await runCases(cases, openFolder);
    const differences = compareRecords(cases, { expected: await readGolden(), actual });
    const named = await readExpected();
    expect(cases).toHaveLength(140);
    expect(differences.filter(({ kinds }) => kinds.includes("OUTSIDE"))).toEqual([]);
    expect(differences.filter(({ id, isFree }) => !isFree && named[id] === undefined)).toEqual([]);
    // A difference that is no more is not to be named either.
    const different = new Set(differences.map(({ id }) => id));
    expect(Object.keys(named).filter((id) => !different.has(id))).toEqual([]);
  });
});

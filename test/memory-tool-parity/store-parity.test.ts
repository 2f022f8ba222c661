import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCases, readExpected, readGolden, type ParityRecord } from "./cases.ts";
import { compareRecords } from "./compare-records.ts";
import { reasonToLeaveOut, runOverStore } from "./store-view.ts";

describe("the memory tool of Anthropic's SDK and ours over memories", () => {
  it("answer alike in the cases that say something of memories", async () => {
    const cases = (await readCases()).filter((each) => reasonToLeaveOut(each) === null);
    const base = await mkdtemp(join(tmpdir(), "parity-store-"));
    const actual: ParityRecord = {};
    try {
      await Promise.all(
        cases.map(async (each) => (actual[each.id] = await runOverStore(each, join(base, each.id)))),
      );
    } finally {
      await rm(base, { recursive: true, force: true });
    }
    const named = await readExpected();
    const differences = compareRecords(cases, { expected: await readGolden(), actual });
    expect(differences.filter(({ id, isFree }) => !isFree && named[id] === undefined)).toEqual([]);
    expect(cases.length).toBe(69);
  });
});

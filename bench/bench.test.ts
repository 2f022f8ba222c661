import { describe, expect, it } from "vitest";
import { compare, median } from "./measure.ts";
import { parseTimes, processCost } from "./process-cost.ts";
import { isHeld, reportTable, type Result } from "./report.ts";

describe("median", () => {
  it("is the middle, or between the middle two", () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
  });
});

describe("compare", () => {
  it("runs both in turn, throws the warm-up away and prefers CPU time", async () => {
    const order: string[] = [];
    const subject = async () => ({ wall: order.push("s"), cpu: 30 });
    const baseline = async () => ({ wall: order.push("b"), cpu: 20 });
    const comparison = await compare({ subject, baseline, runs: 4 });
    expect(order.join("")).toBe("bssbbssbbssbbs");
    expect(comparison).toMatchObject({ ratio: 1.5, runs: 4, subject: { cpu: 30 }, baseline: { cpu: 20 } });
  });

  it("falls back to the wall where one has no CPU time", async () => {
    const subject = async () => ({ wall: 8, cpu: 1 });
    const baseline = async () => ({ wall: 2 });
    expect((await compare({ subject, baseline, runs: 3 })).ratio).toBe(4);
  });
});

describe("processCost", () => {
  it("reads the shell's three numbers", () => {
    expect(parseTimes("0.250 0.125 0.0625\n")).toEqual({ wall: 250, cpu: 187.5 });
    expect(() => parseTimes("bash: no such program")).toThrow(/not understood/);
  });

  it("counts what a child used, and fails with it", async () => {
    const { cpu = 0, wall } = await processCost([process.execPath, "-e", "0"]);
    expect(cpu).toBeGreaterThan(0);
    expect(wall).toBeGreaterThan(0);
    await expect(processCost([process.execPath, "-e", "process.exit(3)"])).rejects.toThrow(/ended with 3/);
  });
});

describe("reportTable", () => {
  const result: Result = {
    name: "start",
    baselineName: "nothing",
    limit: 1.3,
    ratio: 1.3,
    runs: 21,
    subject: { wall: 50, cpu: 40 },
    baseline: { wall: 2.345 },
  };

  it("says what was held and what was missed", () => {
    const missed = { ...result, ratio: 1.31 };
    expect([isHeld(result), isHeld(missed)]).toEqual([true, false]);
    const [, first = "", second = ""] = reportTable([result, missed]).split("\n");
    expect(first).toMatch(/^start +nothing +1\.30 x +<= 1\.3 x +held +40 cpu, 50 wall +2\.35 wall$/);
    expect(second).toMatch(/MISSED/);
  });
});

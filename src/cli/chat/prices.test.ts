import { describe, expect, it } from "vitest";
import { costOf, formatCost } from "./prices.ts";

const million = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };

describe("costOf", () => {
  it("adds up what each kind of token costs", () => {
    expect(costOf(million, { id: "anthropic/claude-opus-4-5-20251101", local: false })).toBeCloseTo(36.75);
    expect(costOf(million, { id: "openai/gpt-4.1-mini", local: false })).toBeCloseTo(2.5);
  });

  it("says nothing where the price is not known, or nobody is paid", () => {
    expect(costOf(million, { id: "anthropic/claude-next", local: false })).toBeNull();
    expect(costOf(million, { id: "openai/gpt-4.1-mini", local: true })).toBeNull();
    expect(costOf(million, { id: "scripted", local: true })).toBeNull();
  });
});

it("formats costs with as many digits as say something", () => {
  expect([12.345, 0.1234, 0.00123, 0.00001].map(formatCost)).toEqual([
    "$12.35",
    "$0.123",
    "$0.0012",
    "<$0.0001",
  ]);
});

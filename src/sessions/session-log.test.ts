import { describe, expect, it } from "vitest";
import type { ContextRecord } from "./record.ts";
import { renderRecord } from "./session-log.ts";

describe("the line of a record", () => {
  it("has the number and time it is written with, also when the record was read from a log", () => {
    const read = { type: "context", n: 1, ts: "old", system: ["S"], tools: [], model: "m", provider: "p" };
    const line = renderRecord(read as ContextRecord & typeof read, 7, new Date("2031-03-01T08:00:00Z"));
    expect(line).toMatch(/^\{"type":"context","n":7,"ts":"2031-03-01T08:00:00\.000Z","system":/u);
    expect(line.match(/"n":/gu)).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { cacheMarks } from "./cache-marks.ts";
import type { Block } from "./model.ts";

const text: Block = { type: "text", text: "x" };
const many = (count: number, block: Block = text): { content: Block[] } => ({
  content: Array.from({ length: count }, () => block),
});

describe("cache marks", () => {
  it("stand at the newest block and every 15 before it, three in all", () => {
    expect(cacheMarks([many(10), many(40), many(1)])).toEqual([
      { message: 2, block: 0 },
      { message: 1, block: 25 },
      { message: 1, block: 10 },
    ]);
    expect(cacheMarks([many(3)])).toEqual([{ message: 0, block: 2 }]);
    expect(cacheMarks([])).toEqual([]);
  });

  it("skip thinking, blank texts and unknown kinds", () => {
    const unmarkable: Block[] = [
      { type: "thinking", thinking: "x", signature: "s" },
      { type: "redacted_thinking", data: "x" },
      { type: "text", text: " " },
      { type: "future", text: "x" },
    ];
    expect(cacheMarks([{ content: [text, ...unmarkable] }])).toEqual([{ message: 0, block: 0 }]);
    expect(cacheMarks([{ content: unmarkable }])).toEqual([]);
  });

  it("never leave more than 20 blocks between two of them in a turn of parallel calls", () => {
    const calls = many(11, { type: "tool_use", id: "t", name: "Read", input: {} });
    const results = many(11, { type: "tool_result", tool_use_id: "t", content: "x" });
    const places = cacheMarks([many(5), calls, results]).map(
      ({ message, block }) => ([0, 5, 16][message] ?? 0) + block,
    );
    expect(places).toEqual([26, 11]);
  });
});

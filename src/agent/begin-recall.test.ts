import { describe, expect, it } from "vitest";
import { recallRoom } from "./begin-recall.ts";

describe("the room for recalled memories", () => {
  it("is what indexes and instructions leave of their share of the window", () => {
    const block = (source: string, text: string) => ({ placement: "system" as const, source, text });
    const blocks = [
      block("role", "x".repeat(4_000)),
      block("index:user", "x".repeat(400)),
      block("index:project", "部".repeat(300)),
      block("instructions", "x".repeat(800)),
    ];
    expect(recallRoom({ context: blocks, window: 8_000, share: 0.25 })).toBe(2_000 - 100 - 300 - 200);
    expect(recallRoom({ context: blocks, window: 1_000, share: 0.25 })).toBe(0);
  });
});

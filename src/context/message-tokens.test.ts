import { describe, expect, it } from "vitest";
import { blockTokens, fixedTokens, messageTokens } from "./message-tokens.ts";

describe("blockTokens", () => {
  it("counts what a model reads: words, not the bytes that carry a picture or a signature", () => {
    const signature = "x".repeat(8_000);
    expect(blockTokens({ type: "text", text: "abcd".repeat(100) })).toBe(104);
    expect(blockTokens({ type: "text", text: "发布".repeat(50) })).toBe(104);
    expect(blockTokens({ type: "thinking", thinking: "abcd", signature })).toBe(5);
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: signature.repeat(99) },
    };
    expect(blockTokens(image)).toBe(1_604);
    const source = { type: "base64", media_type: "application/pdf", data: "x".repeat(24_000) };
    expect(blockTokens({ type: "document", source })).toBe(1_004);
  });

  it("counts results with their parts, and calls with their input", () => {
    const parts = [
      { type: "text", text: "abcd".repeat(10) },
      { type: "image", source: {} },
    ];
    expect(blockTokens({ type: "tool_result", tool_use_id: "a", content: parts })).toBe(4 + 14 + 1_604);
    expect(blockTokens({ type: "tool_result", tool_use_id: "a", content: "abcd" })).toBe(5);
    expect(blockTokens({ type: "tool_result", tool_use_id: "a" })).toBe(4);
    expect(blockTokens({ type: "tool_use", id: "a", name: "Read", input: { path: "a.ts" } })).toBeGreaterThan(
      10,
    );
  });
});

describe("messageTokens and fixedTokens", () => {
  it("add up", () => {
    const text = { type: "text", text: "abcd" };
    expect(messageTokens([{ content: [text] }, { content: [text, text] }])).toBe(15);
    expect(fixedTokens({ system: ["abcd"], tools: [] })).toBe(1);
    const tool = { name: "Read", description: "reads", inputSchema: { type: "object" } };
    expect(fixedTokens({ system: [], tools: [tool] })).toBeGreaterThan(10);
  });
});

import { describe, expect, it } from "vitest";
import { saysTooLong, windowIn } from "./context-limit.ts";

describe("a conversation that does not fit", () => {
  it.each<[words: string, window: number | undefined]>([
    ["prompt is too long: 208310 tokens > 200000 maximum", 200_000],
    [
      "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length",
      200_000,
    ],
    ["This model's maximum context length is 4096 tokens. However, you requested 5000 tokens", 4096],
    ["the model's context length is only 4,096 tokens", 4096],
    ["request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it", 8192],
    ["the request exceeds the available context size. try increasing the context size", undefined],
    ["The decoder prompt (length 5000) is longer than the maximum model length of 4096.", 4096],
    ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
    ["Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32_768],
    ["The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1_048_576],
    ["Invalid request: Your request exceeded model token limit: 8192", 8192],
    ["Range of input length should be [1, 30720]", 30_720],
    ["the model is loaded with context length of only 4096 tokens", 4096],
    ["Please reduce the length of the messages or completion.", undefined],
    ["context_length_exceeded", undefined],
    ["exceed_context_size_error", undefined],
    ["request_too_large", undefined],
  ])("%s", (words, window) => {
    expect(saysTooLong(words)).toBe(true);
    expect(windowIn(words)).toBe(window);
  });

  it.each([
    "invalid key",
    "messages.0.content: expected a string, got null",
    "max_tokens is too large: 99999",
  ])("is not meant by: %s", (words) => expect(saysTooLong(words)).toBe(false));
});

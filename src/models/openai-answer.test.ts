import { afterEach, describe, expect, it } from "vitest";
import { collect, deltas, doneOf } from "./contract-helpers.ts";
import { textOf } from "./model.ts";
import { ask, closeAll } from "./testing/anthropic-serving.ts";
import { servingChat } from "./testing/openai-serving.ts";
import { chatChunks, delta, finished, type WireChunk } from "./testing/openai-wire.ts";

afterEach(closeAll);

const tools = { ...ask, tools: [{ name: "Read", description: "Reads.", inputSchema: { type: "object" } }] };
const calling = (...entries: unknown[]): WireChunk => delta({ tool_calls: entries });
const read = (fields: Record<string, unknown>, args: unknown = '{"path":"a"}'): unknown => ({
  ...fields,
  function: { name: "Read", arguments: args },
});

describe("usage", () => {
  const usageOf = async (
    usage: unknown,
    chunk: Record<string, unknown> = { choices: [], usage },
  ): Promise<unknown> => {
    const { model } = await servingChat([
      { chunks: [delta({ content: "eight letters" }), finished("stop"), chunk] },
    ]);
    return doneOf(await collect(model, ask)).usage;
  };

  it.each<[string, unknown, unknown]>([
    [
      "with cached tokens",
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } },
      { input: 20, output: 5, cacheRead: 80, cacheWrite: 0 },
    ],
    [
      "of DeepSeek",
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { input: 36, output: 5, cacheRead: 64, cacheWrite: 0 },
    ],
    [
      "with a cache written",
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 50 },
      },
      { input: 40, output: 5, cacheRead: 10, cacheWrite: 50 },
    ],
    [
      "that contradicts itself",
      { prompt_tokens: 10, completion_tokens: -1, prompt_tokens_details: { cached_tokens: 99 } },
      { input: 0, output: 0, cacheRead: 10, cacheWrite: 0 },
    ],
  ])("%s", async (_name, given, expected) => {
    expect(await usageOf(given)).toEqual(expected);
    expect(await usageOf(null, { choices: [{ index: 0, delta: {}, usage: given }] })).toEqual(expected);
  });

  it.each([[undefined], [null], ["none"], [{}], [{ prompt_tokens: 0, completion_tokens: 0 }]])(
    "%j is an estimate that says so",
    async (given) => {
      expect(await usageOf(given)).toEqual({
        input: expect.toSatisfy((count: number) => count > 20 && count < 100),
        output: expect.toSatisfy((count: number) => count > 2 && count < 10),
        cacheRead: 0,
        cacheWrite: 0,
        estimated: true,
      });
    },
  );
});

describe("thinking", () => {
  it.each<[string, WireChunk[]]>([
    ["reasoning_content", [delta({ reasoning_content: "想" }), delta({ reasoning_content: "一想" })]],
    ["reasoning", [delta({ reasoning: "想" }), delta({ reasoning: "一想" })]],
    [
      "both at once",
      [
        delta({ reasoning: "想", reasoning_content: "想" }),
        delta({ reasoning: "一想", reasoning_content: "一想" }),
      ],
    ],
    [
      "details beside the text",
      [
        delta({ reasoning: "想一", reasoning_details: [{ type: "reasoning.text", text: "想一", index: 0 }] }),
        delta({ reasoning: "想", reasoning_details: [{ type: "reasoning.text", text: "想", index: 0 }] }),
      ],
    ],
    [
      "details alone",
      [delta({ reasoning_details: [{ type: "reasoning.summary", summary: "想一想", index: 0 }] })],
    ],
    [
      "parts of the content",
      [delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "想一想" }] }] })],
    ],
  ])("in %s is shown once", async (_name, thoughts) => {
    const { model } = await servingChat([
      { chunks: [...thoughts, delta({ content: "So." }), finished("stop")] },
    ]);
    const events = await collect(model, ask);
    expect(deltas(events, "thinking-delta")).toBe("想一想");
    expect(doneOf(events).content).toEqual([
      { type: "thinking", thinking: "想一想" },
      { type: "text", text: "So." },
    ]);
  });

  it("goes back within the loop as the server sent it, also out of a log", async () => {
    const details = [
      { type: "reasoning.text", text: "so", format: "f", index: 0, signature: null },
      { type: "reasoning.encrypted", data: "ab", format: "f", index: 1 },
    ];
    const rest = [
      { type: "reasoning.text", text: " far", format: "f", index: 0, signature: "s" },
      { type: "reasoning.encrypted", data: "cd", format: "f", index: 1 },
    ];
    const { model, server } = await servingChat([
      {
        chunks: [
          delta({
            role: "assistant",
            reasoning_content: "so",
            reasoning_details: details,
            future: "a",
            mood: 1,
            none: null,
          }),
          delta({ reasoning_content: " far", reasoning_details: rest, future: "b", mood: 2 }),
          calling({ ...Object(read({ id: "x" }, '{ "path": "a" }')), extra_content: { sign: "s" } }),
          finished("tool_calls"),
        ],
      },
      { chunks: chatChunks({ text: "Done." }) },
    ]);
    const message = doneOf(await collect(model, tools));
    const logged = JSON.parse(JSON.stringify(message)) as typeof message;
    const result = { type: "tool_result", tool_use_id: "x", content: "ok" };
    const messages = [...tools.messages, logged, { role: "user" as const, content: [result] }];
    doneOf(await collect(model, { ...tools, messages }));
    const { messages: sent } = JSON.parse(server.requests[1]?.body ?? "") as { messages: unknown[] };
    expect(sent[2]).toEqual({
      role: "assistant",
      content: null,
      reasoning_content: "so far",
      reasoning_details: [
        { type: "reasoning.text", text: "so far", format: "f", index: 0, signature: "s" },
        { type: "reasoning.encrypted", data: "abcd", format: "f", index: 1 },
      ],
      future: "ab",
      mood: 2,
      tool_calls: [
        {
          id: "x",
          type: "function",
          function: { name: "Read", arguments: '{ "path": "a" }' },
          extra_content: { sign: "s" },
        },
      ],
    });
  });
});

describe("a refusal of the model", () => {
  it.each<[string, WireChunk[], string]>([
    ["by its filter", [delta({ content: "I" }), finished("content_filter")], "I"],
    [
      "in words of its own field",
      [delta({ refusal: "I can" }), delta({ refusal: "not." }), finished("stop")],
      "I cannot.",
    ],
  ])("%s", async (_name, chunks, words) => {
    const { model } = await servingChat([{ chunks }]);
    const message = doneOf(await collect(model, ask));
    expect(message.stop).toBe("refusal");
    expect(textOf(message)).toBe(words);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { collect, errorOf } from "./contract-helpers.ts";
import { ask, closeAll, KEY, kinds } from "./testing/anthropic-serving.ts";
import { servingChat } from "./testing/openai-serving.ts";
import { type ChatAnswer, chatChunks, delta } from "./testing/openai-wire.ts";

afterEach(closeAll);

const ok: ChatAnswer = { chunks: chatChunks({ text: "ok" }) };
const refused = (status: number, message: string, more: Record<string, unknown> = {}): ChatAnswer => ({
  status,
  body: { error: { message, type: "invalid_request_error", param: null, code: null, ...more } },
});

describe("trying again", () => {
  it.each<[string, ChatAnswer, string]>([
    ["a rate limit", { ...refused(429, "slow down"), headers: { "retry-after": "7" } }, "rate limit"],
    [
      "a page of a gateway",
      { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad</h1>" },
      "status 502",
    ],
    ["a failure within the stream", { chunks: [{ error: { message: "busy", code: 503 } }] }, "status 503"],
    [
      "an end that is a failure",
      { chunks: [{ choices: [{ delta: {}, finish_reason: "error" }] }] },
      "status 500",
    ],
    [
      "a stream cut before a word",
      { chunks: [delta({ role: "assistant" })], end: "cut" },
      "the answer broke off",
    ],
    ["a stream of nothing", { chunks: [], end: "close" }, "the answer broke off"],
  ])("follows %s", async (_name, first, reason) => {
    const { model, waits } = await servingChat([first, ok]);
    const events = await collect(model, ask);
    expect(kinds(events)).toEqual(["retry", "text-delta", "done"]);
    expect(events[0]).toMatchObject({ attempt: 2, reason });
    expect(waits).toEqual([reason === "rate limit" ? 7000 : 500]);
  });

  it("never follows once a word was shown", async () => {
    const { model, server } = await servingChat([{ chunks: [delta({ content: "half" })], end: "cut" }]);
    const events = await collect(model, ask);
    expect(kinds(events)).toEqual(["text-delta", "error"]);
    expect(errorOf(events)).toMatchObject({
      failure: "cut-stream",
      partial: [{ type: "text", text: "half" }],
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [429, "refused because of its rate limit (429: slow down). Try again in 100 s."],
    [503, "failed (503: slow down). Try again in 100 s."],
    [529, "is overloaded (529: slow down). Try again in 100 s."],
  ])("does not follow a %i that asks for more than a minute", async (status, sentence) => {
    const { model, server, waits } = await servingChat([
      { ...refused(status, "slow down"), headers: { "retry-after": "100" } },
    ]);
    expect(errorOf(await collect(model, ask)).message).toContain(sentence);
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  it("ends when all waits together would be more than a minute", async () => {
    const { model, waits } = await servingChat([
      { ...refused(429, "slow down"), headers: { "retry-after": "25" } },
    ]);
    expect(errorOf(await collect(model, ask)).message).toContain("Try again in 25 s.");
    expect(waits).toEqual([25_000, 25_000]);
  });

  it.each([
    refused(429, "You exceeded your current quota, please check your plan", { code: "insufficient_quota" }),
    refused(402, "Insufficient Balance"),
  ])("does not follow where the money is gone: %j", async (answer) => {
    const { model, server } = await servingChat([answer]);
    expect(errorOf(await collect(model, ask)).message).toMatch(/^The account at \S+ has no credit left \(4/);
    expect(server.requests).toHaveLength(1);
  });
});

describe("each failure is one sentence that says what to do", () => {
  it.each<[string, ChatAnswer, string, string]>([
    [
      "a wrong key",
      refused(401, `Incorrect API key provided: ${KEY}.`, { code: "invalid_api_key" }),
      "unauthorized",
      "HOST did not accept the key (401: Incorrect API key provided: [key]). Check OPENAI_API_KEY.",
    ],
    [
      "a model it does not know",
      {
        status: 404,
        body: { error: { message: 'model "test" not found, try pulling it first', type: "api_error" } },
      },
      "unknown-model",
      'HOST knows no model openai/test (404: model "test" not found, try pulling it first). Check the name of the model.',
    ],
    [
      "another address",
      { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not Found</h1>" },
      "bad-request",
      "HOST answers no messages at this address (404). Check the base URL.",
    ],
    [
      "an error without its key",
      { status: 422, body: { detail: [{ loc: ["body", "tools"], msg: "field required" }] } },
      "bad-request",
      "HOST refused the request (422: body.tools: field required). If it says so again, begin a new conversation (/new in the chat) or choose another model.",
    ],
    [
      "a page instead of an answer",
      { headers: { "content-type": "text/html" }, body: "<html>" },
      "server",
      "HOST sent a page of HTML where a stream of events was expected. Check that the base URL is the address of the provider's API.",
    ],
    [
      "JSON that is no answer",
      { body: { object: "list", data: [] } },
      "server",
      "HOST sent no answer where a stream of events was expected. Check that the base URL is the address of the provider's API.",
    ],
    [
      "an event that is broken",
      { chunks: ['{"choices":[{"delta":{"content":"ha'] },
      "server",
      "HOST sent an event that is not JSON, so a part of its answer is missing. Send the prompt again; if that does not help, look into the server, or a proxy in between.",
    ],
    [
      "an error in a good answer",
      { body: { error: "model is loading" } },
      "server",
      "HOST failed (500: model is loading). Try again in a moment.",
    ],
    [
      "an answer that breaks off",
      { chunks: [delta({ content: "half" })], end: "close" },
      "cut-stream",
      "The answer from HOST broke off before its end. Send the prompt again.",
    ],
    [
      "an answer that falls silent",
      { chunks: [delta({ content: "half" })], end: "hang" },
      "cut-stream",
      "HOST fell silent for 1 s in the middle of its answer, so daybook hung up. Send the prompt again.",
    ],
    [
      "a server that never says a word",
      { delayMs: 60_000 },
      "unreachable",
      'HOST did not answer in time. Try again, check the base URL, or give it longer: "modelSilenceMs" under "limits" in daybook.json.',
    ],
  ])("%s", async (_name, answer, failure, message) => {
    const isSilent = answer.end === "hang" || answer.delayMs !== undefined;
    const { model, server } = await servingChat([answer], {
      maxRetries: 0,
      idleTimeoutMs: isSilent ? 1000 : undefined,
    });
    const error = errorOf(await collect(model, ask));
    expect(error).toMatchObject({ failure, message: message.replace("HOST", server.url.slice(7)) });
  });

  it("a key that is asked for and not set", async () => {
    const { model, server } = await servingChat([refused(401, "no key")], { apiKey: undefined });
    expect(errorOf(await collect(model, ask)).message).toContain(
      "asks for a key (401: no key). Set OPENAI_API_KEY.",
    );
    expect(server.requests[0]?.headers["authorization"]).toBe(undefined);
  });

  it("nothing that answers", async () => {
    const { model, server } = await servingChat([]);
    await server.close();
    expect(errorOf(await collect(model, ask))).toMatchObject({
      failure: "unreachable",
      message: `Nothing answers at ${server.url.slice(7)} (connection refused). Start the server, or check the base URL.`,
    });
  });
});

describe("a conversation that is too long", () => {
  it.each<[string, ChatAnswer, number | undefined]>([
    [
      "OpenAI",
      refused(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        {
          code: "context_length_exceeded",
        },
      ),
      8192,
    ],
    [
      "older vLLM",
      {
        status: 400,
        body: { object: "error", message: "This model's maximum context length is 4096 tokens.", code: 400 },
      },
      4096,
    ],
    [
      "llama.cpp",
      {
        status: 400,
        body: {
          error: {
            code: 400,
            type: "exceed_context_size_error",
            message:
              "request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it",
            n_prompt_tokens: 13_392,
            n_ctx: 8192,
          },
        },
      },
      8192,
    ],
    [
      "within the stream",
      { chunks: [{ error: { message: "the prompt exceeds the context window" } }] },
      undefined,
    ],
    ["for a minute's allowance", refused(429, "Request too large for test on tokens per min"), undefined],
  ])("%s", async (_who, answer, window) => {
    const { model, server } = await servingChat([answer]);
    const error = errorOf(await collect(model, ask));
    expect(error.failure).toBe("too-long");
    expect(error.message).toMatch(
      /^The conversation is too long for openai\/test \(4\d\d: .*\)\. Begin a new one \(\/new in the chat\)\.$/,
    );
    expect(error.window).toBe(window);
    expect(server.requests).toHaveLength(1);
  });
});

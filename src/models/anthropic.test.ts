import { LLMock } from "@copilotkit/aimock";
import { afterEach, describe, expect, it } from "vitest";
import { createAnthropicModel, type AnthropicOptions } from "./anthropic.ts";
import { collect, doneOf, errorOf } from "./contract-helpers.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import {
  type CapturedRequest,
  type Loopback,
  messageEvents,
  sendAnswer,
  startCapture,
  startLoopback,
  type WireAnswer,
  type WireEvent,
} from "./testing/index.ts";

const KEY = "sk-test-0123456789";
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that gives these answers in turn, the last one for ever, and a model in front of it. */
async function serving(
  answers: readonly WireAnswer[],
  options: Partial<AnthropicOptions> = {},
): Promise<{ model: Model; server: Loopback; waits: number[] }> {
  const server = await startLoopback((_request, response, number) =>
    sendAnswer(response, answers[Math.min(number, answers.length - 1)] ?? {}),
  );
  closers.push(server.close);
  const waits: number[] = [];
  const model = createAnthropicModel({
    model: "claude-test",
    apiKey: KEY,
    baseUrl: server.url,
    random: () => 0.5,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { model, server, waits };
}

const ask: ModelRequest = {
  system: ["You are tested."],
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
};

const answered = (text: string): WireAnswer => ({
  events: messageEvents({ blocks: [{ type: "text", text }] }),
});
const refused = (status: number, type: string, message: string, headers = {}): WireAnswer => ({
  status,
  headers,
  body: { type: "error", error: { type, message } },
});
const kinds = (events: readonly ModelEvent[]): string[] => events.map(({ type }) => type);
const sentMessages = (request: CapturedRequest | undefined): string =>
  /"messages":(.*)\}$/s
    .exec(request?.body ?? "")?.[1]
    ?.replaceAll(',"cache_control":{"type":"ephemeral"}', "") ?? "";

describe("what a provider sent", () => {
  it("goes back byte for byte: unknown fields, kinds and deltas, large integers, order of keys", async () => {
    const events: WireEvent[] = [
      { type: "message_start", message: { usage: { input_tokens: 3 } } },
      '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"","seal":{"2":9007199254740993,"1":1.0}}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"content_block_start","index":1,"content_block":{"type":"future_kind","note":"a"}}',
      '{"type":"content_block_delta","index":1,"delta":{"type":"future_delta","note":"b","more":[1e2]}}',
      '{"type":"content_block_stop","index":1}',
      '{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"Read","input":{}}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"id\\": 12345678901234567890"}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":", \\"10\\": \\"前\\", \\"9\\": null}"}}',
      '{"type":"content_block_stop","index":2}',
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } },
      { type: "message_stop" },
    ];
    const { model, server } = await serving([{ events }]);
    const message = doneOf(await collect(model, ask));
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "ok" };
    // As it is after a session was written to disk and read again.
    const logged = JSON.parse(JSON.stringify(message)) as typeof message;
    await collect(model, {
      ...ask,
      messages: [...ask.messages, logged, { role: "user", content: [result] }],
    });
    expect(sentMessages(server.requests[1])).toBe(
      '[{"role":"user","content":[{"type":"text","text":"hi"}]},' +
        '{"role":"assistant","content":[' +
        '{"type":"thinking","thinking":"","signature":"c2ln","seal":{"2":9007199254740993,"1":1.0}},' +
        '{"type":"future_kind","note":"ab","more":[1e2]},' +
        '{"type":"tool_use","id":"toolu_1","name":"Read","input":{"id":12345678901234567890,"10":"前","9":null}}]},' +
        '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"ok"}]}]',
    );
  });

  it("is counted: later usage replaces earlier, cache reads and writes apart", async () => {
    const events: WireEvent[] = [
      {
        type: "message_start",
        message: {
          usage: {
            input_tokens: 3,
            output_tokens: 1,
            cache_read_input_tokens: 100,
            cache_creation_input_tokens: 20,
          },
        },
      },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { output_tokens: 9, input_tokens: null },
      },
      { type: "message_stop" },
    ];
    const { model } = await serving([{ events }]);
    const { usage, content } = doneOf(await collect(model, ask));
    expect(usage).toEqual({ input: 3, output: 9, cacheRead: 100, cacheWrite: 20 });
    expect(content).toEqual([]);
  });

  it.each([
    ["end_turn", "end_turn"],
    ["stop_sequence", "stop_sequence"],
    ["pause_turn", "pause_turn"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context_exceeded"],
    ["from_the_future", "end_turn"],
    [null, "end_turn"],
  ])("ends for the reason %s", async (stop, expected) => {
    const { model } = await serving([
      { events: messageEvents({ blocks: [{ type: "text", text: "x" }], stop }) },
    ]);
    expect(doneOf(await collect(model, ask)).stop).toBe(expected);
  });

  it("is a tool turn when it holds a call, whatever the server calls it", async () => {
    const blocks = [{ type: "tool_use", id: "t", name: "Read", input: {} }];
    const { model } = await serving([{ events: messageEvents({ blocks, stop: "end_turn" }) }]);
    expect(doneOf(await collect(model, ask)).stop).toBe("tool_use");
  });

  it("marks a call whose arguments are no JSON, and goes on with the conversation", async () => {
    const broken: WireEvent[] = [
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "t", name: "Read", input: {} },
      },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"path": ' },
      },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ];
    const { model, server } = await serving([{ events: broken }, answered("ok")]);
    const message = doneOf(await collect(model, ask));
    expect(message.unusable?.map(({ id }) => id)).toEqual(["t"]);
    expect(message.raw).toEqual({ unread: { t: '{"path": ' } });
    await collect(model, { ...ask, messages: [...ask.messages, message] });
    expect(sentMessages(server.requests[1])).toContain(
      '{"type":"tool_use","id":"t","name":"Read","input":{}}',
    );
  });
});

describe("trying again", () => {
  it("waits as long as a 429 asks for, then succeeds", async () => {
    const { model, waits } = await serving([
      refused(429, "rate_limit_error", "slow down", { "retry-after": "7" }),
      answered("ok"),
    ]);
    const events = await collect(model, ask);
    expect(events[0]).toEqual({ type: "retry", attempt: 2, delayMs: 7000, reason: "rate limit" });
    expect(doneOf(events).content).toEqual([{ type: "text", text: "ok" }]);
    expect(waits).toEqual([7000]);
  });

  it("gives up after four more tries, each wait twice the one before", async () => {
    const { model, server, waits } = await serving([refused(503, "api_error", "down")]);
    const error = errorOf(await collect(model, ask));
    expect(error).toMatchObject({ failure: "server", status: 503 });
    expect(server.requests.length).toBe(5);
    expect(waits).toEqual([500, 1000, 2000, 4000]);
  });

  it("does not wait for a pause longer than anyone would sit through", async () => {
    const { model, server } = await serving([
      refused(429, "rate_limit_error", "quota", { "retry-after": "3600" }),
    ]);
    expect(errorOf(await collect(model, ask)).message).toBe(
      `${server.url.slice(7)} refused because of its rate limit (429: quota). Try again in 60 minutes.`,
    );
    expect(server.requests.length).toBe(1);
  });

  it.each([
    ["an overload", refused(529, "overloaded_error", "Overloaded")],
    [
      "a failure within the stream",
      {
        events: [
          { type: "message_start", message: {} },
          { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
        ],
      },
    ],
    [
      "a stream that broke off before a word",
      { events: [{ type: "message_start", message: {} }], end: "cut" as const },
    ],
  ])("follows %s", async (_name, first: WireAnswer) => {
    const { model } = await serving([first, answered("ok")]);
    expect(kinds(await collect(model, ask))).toEqual(["retry", "text-delta", "done"]);
  });

  it("never follows once a word was shown", async () => {
    const begun = messageEvents({ blocks: [{ type: "text", text: "half" }] }).slice(0, 3);
    const overload = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { model, server } = await serving([{ events: [...begun, overload] }]);
    const events = await collect(model, ask);
    expect(kinds(events)).toEqual(["text-delta", "error"]);
    expect(errorOf(events)).toMatchObject({
      failure: "overloaded",
      partial: [{ type: "text", text: "half" }],
    });
    expect(server.requests.length).toBe(1);
  });
});

describe("each failure is one sentence that says what to do", () => {
  const cases: [string, WireAnswer, string, string][] = [
    [
      "a wrong key",
      refused(401, "authentication_error", `invalid key ${KEY}`),
      "unauthorized",
      "HOST did not accept the key (401: invalid key [key]). Check ANTHROPIC_API_KEY.",
    ],
    [
      "a model it does not know",
      refused(404, "not_found_error", "model: claude-test"),
      "unknown-model",
      "HOST knows no model anthropic/claude-test (404: model: claude-test). Check --model.",
    ],
    [
      "too long a conversation",
      refused(400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"),
      "too-long",
      "The conversation is too long for anthropic/claude-test (400: prompt is too long: 208310 tokens > 200000 maximum). Begin a new one with /new.",
    ],
    [
      "too large a request",
      refused(413, "request_too_large", "Request exceeds the maximum size"),
      "too-long",
      "The conversation is too long for anthropic/claude-test (413: Request exceeds the maximum size). Begin a new one with /new.",
    ],
    [
      "a bad request",
      refused(400, "invalid_request_error", "messages: \u001b[31mno\n"),
      "bad-request",
      "HOST refused the request (400: messages: [31mno). If it says so again, begin a new conversation with /new or choose another --model.",
    ],
    [
      "another address",
      { status: 404, body: {} },
      "bad-request",
      "HOST answers no messages at this address (404). Check --base-url.",
    ],
    [
      "a page instead of events",
      { headers: { "content-type": "text/html; charset=utf-8" }, events: [] },
      "server",
      "HOST sent text/html where a stream of events was expected. Check that --base-url is the address of the provider's API.",
    ],
    [
      "an answer that breaks off",
      { events: messageEvents({ blocks: [{ type: "text", text: "half" }] }).slice(0, 3), end: "cut" },
      "cut-stream",
      "The answer from HOST broke off before its end. Send the prompt again.",
    ],
    [
      "an answer without an end",
      { events: messageEvents({ blocks: [{ type: "text", text: "all" }] }).slice(0, -1) },
      "cut-stream",
      "The answer from HOST broke off before its end. Send the prompt again.",
    ],
    [
      "an answer that falls silent",
      { events: messageEvents({ blocks: [{ type: "text", text: "half" }] }).slice(0, 3), end: "hang" },
      "cut-stream",
      "HOST fell silent for 0.2 s in the middle of its answer, so daybook hung up. Send the prompt again.",
    ],
  ];
  it.each(cases)("%s", async (_name, answer, failure, message) => {
    const { model, server } = await serving([answer], { idleTimeoutMs: 200, maxRetries: 0 });
    const error = errorOf(await collect(model, ask));
    expect(error.failure).toBe(failure);
    expect(error.message).toBe(message.replace("HOST", server.url.slice(7)));
  });

  it("nothing that answers", async () => {
    const { model, server } = await serving([]);
    await server.close();
    const events = await collect(model, ask);
    expect(kinds(events)).toEqual(["error"]);
    expect(errorOf(events)).toMatchObject({
      failure: "unreachable",
      message: `Nothing answers at ${server.url.slice(7)} (connection refused). Start the server, or check --base-url.`,
    });
  });

  it("a host that does not exist", async () => {
    const fail = async (): Promise<Response> => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ENOTFOUND" }) });
    };
    const { model } = await serving([], { fetch: fail, baseUrl: "https://name:secret@no.example/" });
    expect(errorOf(await collect(model, ask)).message).toBe(
      "There is no host no.example. Check the network connection and --base-url.",
    );
  });

  it("an event that is not JSON", async () => {
    const server = await startLoopback((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end("event: message_start\ndata: {oops\n\n");
    });
    closers.push(server.close);
    const { model } = await serving([], { baseUrl: server.url });
    expect(errorOf(await collect(model, ask)).message).toContain("an event that is not JSON");
  });

  it("a server that never says a word", async () => {
    const { model } = await serving([{ delayMs: 60_000 }], { idleTimeoutMs: 40 });
    expect(errorOf(await collect(model, ask)).message).toMatch(
      /did not answer in time\. Try again, or check --base-url\.$/,
    );
  });
});

describe("the connection", () => {
  it("is closed when the person stops, and when the reader leaves", async () => {
    const half: WireAnswer = {
      events: messageEvents({ blocks: [{ type: "text", text: "half" }] }).slice(0, 3),
      end: "hang",
    };
    const { model, server } = await serving([half]);
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(ask, { signal: stop.signal })) {
      events.push(event);
      setTimeout(() => stop.abort(), 10);
    }
    expect(errorOf(events)).toMatchObject({ failure: "aborted", partial: [{ type: "text", text: "half" }] });
    for await (const event of model.stream(ask)) if (event.type === "text-delta") break;
    await expect.poll(() => server.hungUp()).toBe(2);
  });

  it("is kept for the next request after a whole answer", async () => {
    const sockets = new Set<unknown>();
    const server = await startLoopback((_request, response) => {
      sockets.add(response.socket);
      return sendAnswer(response, answered("ok"));
    });
    closers.push(server.close);
    const { model } = await serving([], { baseUrl: server.url });
    for (let turn = 0; turn < 5; turn += 1) doneOf(await collect(model, ask));
    expect(sockets.size).toBeLessThan(5);
    expect(server.hungUp()).toBe(0);
  });

  it("ends a stop soon even where fetch takes no notice of it", async () => {
    const deaf: typeof fetch = () => new Promise(() => {});
    const { model } = await serving([], { fetch: deaf });
    const events = await collect(model, ask, { signal: AbortSignal.timeout(20) });
    expect(errorOf(events).failure).toBe("aborted");
  });

  it.each(["", "/", "/v1", "/v1/", "/proxy", "/proxy/v1/"])(
    "goes to the messages endpoint of URL%s",
    async (path) => {
      const { server } = await serving([answered("ok")]);
      const model = createAnthropicModel({ model: "claude-test", apiKey: KEY, baseUrl: server.url + path });
      doneOf(await collect(model, ask));
      expect(server.requests[0]?.path).toBe(`${path.startsWith("/proxy") ? "/proxy" : ""}/v1/messages`);
      expect(
        server.requests[0]?.headers["authorization"] ?? server.requests[0]?.headers["x-api-key"],
      ).toContain(KEY);
      expect(server.requests[0]?.headers["content-type"]).toBe("application/json");
    },
  );
});

describe("a live turn with aimock", () => {
  it("streams, calls, answers; then a 429 and success; the raw requests share their beginning", async () => {
    const mock = new LLMock({ host: "127.0.0.1", port: 0, chunkSize: 4 });
    mock.nextRequestError(429, { message: "slow down", type: "rate_limit_error" });
    mock.addFixture({ match: { hasToolResult: true }, response: { content: "Saved 前缀." } });
    mock.addFixture({
      match: { predicate: () => true },
      response: { content: "I note it.", toolCalls: [{ name: "Memory", arguments: '{"action":"save"}' }] },
    });
    const tap = await startCapture(await mock.start());
    closers.push(tap.close, () => void mock.stop());
    const { model, waits } = await serving([], { baseUrl: tap.url });
    const first = await collect(model, ask);
    expect(kinds(first).slice(0, 2)).toEqual(["retry", "text-delta"]);
    expect(waits).toEqual([1000]);
    const message = doneOf(first);
    const results = message.content
      .filter(({ type }) => type === "tool_use")
      .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "saved" }));
    const second = await collect(model, {
      ...ask,
      messages: [...ask.messages, message, { role: "user", content: results }],
    });
    expect(doneOf(second).content).toEqual([{ type: "text", text: "Saved 前缀." }]);
    const [, before, after] = tap.requests.map(sentMessages);
    expect(after?.startsWith(before?.slice(0, -1) ?? "-")).toBe(true);
  });
});

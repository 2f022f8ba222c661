import { afterEach, describe, expect, it } from "vitest";
import { collect, doneOf, errorOf } from "./contract-helpers.ts";
import {
  closeAll,
  ask,
  answered,
  closing,
  KEY,
  kinds,
  refused,
  serving,
} from "./testing/anthropic-serving.ts";
import { endlessAnswer } from "./testing/endless-answer.ts";
import { messageEvents, startLoopback, type WireAnswer } from "./testing/index.ts";

afterEach(closeAll);

describe("trying again", () => {
  it("waits as long as a 429 asks for, then succeeds", async () => {
    const { model, waits } = await serving([
      refused(429, "rate_limit_error", "slow down", { "retry-after": "7" }),
      answered("ok"),
    ]);
    const events = await collect(model, ask);
    expect(events[0]).toEqual({
      type: "retry",
      attempt: 2,
      delayMs: 7000,
      reason: "rate limit",
      failure: "rate-limited",
    });
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
      "HOST knows no model anthropic/claude-test (404: model: claude-test). Check the name of the model.",
    ],
    [
      "too long a conversation",
      refused(400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"),
      "too-long",
      "The conversation is too long for anthropic/claude-test (400: prompt is too long: 208310 tokens > 200000 maximum). Begin a new one (/new in the chat).",
    ],
    [
      "too large a request",
      refused(413, "request_too_large", "Request exceeds the maximum size"),
      "too-long",
      "The conversation is too long for anthropic/claude-test (413: Request exceeds the maximum size). Begin a new one (/new in the chat).",
    ],
    [
      "a bad request",
      refused(400, "invalid_request_error", "messages: \u001b[31mno\n"),
      "bad-request",
      "HOST refused the request (400: messages: [31mno). If it says so again, begin a new conversation (/new in the chat) or choose another model.",
    ],
    [
      "another address",
      { status: 404, body: {} },
      "bad-request",
      "HOST answers no messages at this address (404). Check the base URL.",
    ],
    [
      "a page instead of events",
      { headers: { "content-type": "text/html; charset=utf-8" }, events: [] },
      "server",
      "HOST sent text/html where a stream of events was expected. Check that the base URL is the address of the provider's API.",
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
      "HOST fell silent for 1 s in the middle of its answer, so daybook hung up. Send the prompt again.",
    ],
  ];
  it.each(cases)("%s", async (_name, answer, failure, message) => {
    const { model, server } = await serving([answer], {
      maxRetries: 0,
      idleTimeoutMs: answer.end === "hang" ? 1000 : undefined,
    });
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
      message: `Nothing answers at ${server.url.slice(7)} (connection refused). Start the server, or check the base URL.`,
    });
  });

  it("a host that does not exist", async () => {
    const fail = async (): Promise<Response> => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ENOTFOUND" }) });
    };
    const { model } = await serving([], { fetch: fail, baseUrl: "https://name:secret@no.example/" });
    expect(errorOf(await collect(model, ask)).message).toBe(
      "There is no host no.example. Check the network connection and the base URL.",
    );
  });

  it("an event that is not JSON", async () => {
    const server = await startLoopback((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end("event: message_start\ndata: {oops\n\n");
    });
    closing(server.close);
    const { model } = await serving([], { baseUrl: server.url });
    expect(errorOf(await collect(model, ask)).message).toContain("an event that is not JSON");
  });

  it("a server that only pings", async () => {
    const pings = endlessAnswer("", 'event: ping\ndata: {"type":"ping"}\n\n');
    const { model } = await serving([], { fetch: pings, idleTimeoutMs: 100 });
    const error = errorOf(await collect(model, ask));
    expect(error.failure).toBe("cut-stream");
    expect(error.message).toContain("for 1 s ");
  });

  it("arguments nested deeper than the stack", async () => {
    const deep = `{"p":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const start = {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "a", name: "Read" },
    };
    const part = {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: deep },
    };
    const odd = `{"type":"content_block_start","index":1,"content_block":{"type":"odd","deep":${deep}}}`;
    const { model } = await serving([
      { events: [start, part, odd, { type: "message_stop" }] },
      { events: [start, part, odd], end: "cut" },
    ]);
    const message = doneOf(await collect(model, ask));
    expect(message.unusable).toHaveLength(1);
    expect(message.content).toMatchObject([{ input: {} }, { deep: null }]);
    expect(errorOf(await collect(model, ask)).partial).toHaveLength(2);
  });

  it("a server that never says a word", async () => {
    const { model } = await serving([{ delayMs: 60_000 }], { idleTimeoutMs: 40 });
    expect(errorOf(await collect(model, ask)).message).toMatch(
      /did not answer in time\. Try again, check the base URL, or give it longer: "modelSilenceMs" under "limits"/,
    );
  });
});

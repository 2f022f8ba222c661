import { LLMock } from "@copilotkit/aimock";
import { afterEach, describe, expect, it } from "vitest";
import { collect, doneOf } from "./contract-helpers.ts";
import {
  closeAll,
  ask,
  answered,
  closing,
  kinds,
  sentMessages,
  serving,
} from "./testing/anthropic-serving.ts";
import { messageEvents, startCapture, type WireEvent } from "./testing/index.ts";

afterEach(closeAll);

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
    closing(tap.close);
    closing(() => void mock.stop());
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

import { describe, expect, it } from "vitest";
import type { Model, ModelEvent } from "./model.ts";
import { createScriptedModel } from "./scripted.ts";
import { sideQuery } from "./side-query.ts";
import { refusesThinking } from "./thinking-refusal.ts";

const ask = { system: "Choose well.", prompt: "one or two?" };
const timeoutMs = 30_000;

describe("sideQuery", () => {
  it("is answered by the script's side answers and counts as no turn", async () => {
    const model = createScriptedModel({
      turns: [{ text: "turn one" }],
      side: [{ match: "Choose", when: "two", text: "two", usage: { input: 9, output: 1 } }],
    });
    expect(await sideQuery(model, ask, { timeoutMs })).toEqual({
      ok: true,
      text: "two",
      usage: { input: 9, output: 1, cacheRead: 0, cacheWrite: 0 },
      whole: true,
    });
  });

  it("is never answered by a turn of the conversation", async () => {
    const model = createScriptedModel({ name: "s.json", turns: [{ text: "turn one" }] });
    const answer = await sideQuery(model, ask, { timeoutMs });
    expect(answer).toMatchObject({ ok: false, failure: "script" });
    expect(answer).toMatchObject({
      message: expect.stringContaining('no side answer for the query that begins "Choose well."'),
    });
  });

  it("passes on how it failed, with the server's window", async () => {
    const error = { failure: "too-long" as const, message: "too long", window: 4096 };
    const model = createScriptedModel({ turns: [], side: [{ match: "Choose", error }] });
    expect(await sideQuery(model, ask, { timeoutMs })).toEqual({ ok: false, ...error });
  });

  it("says when an answer was cut, and takes a full window for too long", async () => {
    const cut = createScriptedModel({ turns: [], side: [{ match: "C", text: "hal", stop: "max_tokens" }] });
    expect(await sideQuery(cut, ask, { timeoutMs })).toMatchObject({ ok: true, text: "hal", whole: false });
    const full = createScriptedModel({
      turns: [],
      side: [{ match: "C", text: "h", stop: "context_exceeded" }],
    });
    expect(await sideQuery(full, ask, { timeoutMs })).toMatchObject({ ok: false, failure: "too-long" });
  });

  it("ends with its time or its signal, also when the model takes no notice of either", async () => {
    const deaf: Model = {
      info: createScriptedModel({ turns: [] }).info,
      async *stream(): AsyncGenerator<ModelEvent> {
        yield { type: "text-delta", text: "" };
        await new Promise(() => undefined);
      },
    };
    // What it was sent is paid for, whether or not its answer was heard.
    const usage = { input: expect.any(Number), output: 0, estimated: true };
    expect(await sideQuery(deaf, ask, { timeoutMs: 5 })).toMatchObject({
      ok: false,
      failure: "timeout",
      usage,
    });
    const stop = new AbortController();
    const asking = sideQuery(deaf, ask, { timeoutMs, signal: stop.signal });
    stop.abort();
    expect(await asking).toMatchObject({ ok: false, failure: "aborted", usage });
    const unsent = await sideQuery(deaf, ask, { timeoutMs, signal: stop.signal });
    expect(unsent).toEqual({ ok: false, failure: "aborted", message: expect.any(String) });
  });

  it("asks no second time where once is enough, and says how the first went", async () => {
    let isEnded = false;
    const busy: Model = {
      info: createScriptedModel({ turns: [] }).info,
      async *stream(): AsyncGenerator<ModelEvent> {
        try {
          yield { type: "retry", attempt: 2, delayMs: 500, reason: "status 500", failure: "server" };
          yield { type: "error", failure: "overloaded", message: "still" };
        } finally {
          isEnded = true;
        }
      },
    };
    expect(await sideQuery(busy, ask, { timeoutMs, once: true })).toEqual({
      ok: false,
      failure: "server",
      message: "Not asked again: status 500.",
    });
    expect(isEnded).toBe(true);
    expect(await sideQuery(busy, ask, { timeoutMs })).toMatchObject({ failure: "overloaded" });
  });

  it("never throws, whatever a model does", async () => {
    const { info } = createScriptedModel({ turns: [] });
    const throwing: Model = {
      info,
      async *stream(): AsyncGenerator<ModelEvent> {
        yield { type: "text-delta", text: "x" };
        throw new Error("oops");
      },
    };
    expect(await sideQuery(throwing, ask, { timeoutMs })).toMatchObject({ ok: false, message: "oops" });
    const endless: Model = { info, async *stream(): AsyncGenerator<ModelEvent> {} };
    expect(await sideQuery(endless, ask, { timeoutMs })).toMatchObject({ ok: false, failure: "server" });
  });
});

describe("refusesThinking", () => {
  it("knows the provider's sentences, also inside those of a proxy", () => {
    const sentences = [
      "messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
      "messages.1.content.0: Invalid `signature` in `thinking` block",
      "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
      "messages.1.content.0.thinking.signature: Field required",
      "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.",
      'upstream said {"message":"Invalid `signature` in `thinking` block"}',
    ];
    for (const message of sentences) expect(refusesThinking({ failure: "bad-request", message })).toBe(true);
  });

  it("takes no other refusal for one", () => {
    const tools = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a";
    expect(refusesThinking({ failure: "bad-request", message: tools })).toBe(false);
    expect(refusesThinking({ failure: "server", message: "Invalid `signature` in `thinking` block" })).toBe(
      false,
    );
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { collect, doneOf, errorOf } from "./contract-helpers.ts";
import type { ModelRequest } from "./model.ts";
import { createOpenaiModel } from "./openai.ts";
import { ask, closeAll, closing, KEY, kinds } from "./testing/anthropic-serving.ts";
import { startLoopback } from "./testing/loopback.ts";
import { servingChat } from "./testing/openai-serving.ts";
import { type ChatAnswer, chatChunks, delta, sendChat } from "./testing/openai-wire.ts";

afterEach(closeAll);

const ok: ChatAnswer = { chunks: chatChunks({ text: "ok" }) };
const refused = (status: number, message: string, more: Record<string, unknown> = {}): ChatAnswer => ({
  status,
  body: { error: { message, type: "invalid_request_error", param: null, code: null, ...more } },
});

describe("what a server does not take is left out, once for all", () => {
  const bodies = (requests: readonly { body: string }[]): Record<string, unknown>[] =>
    requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  it("the wish for counts", async () => {
    const { model, server } = await servingChat([
      refused(400, "Unrecognized request argument: stream_options"),
      ok,
    ]);
    expect(kinds(await collect(model, ask))).toEqual(["text-delta", "done"]);
    doneOf(await collect(model, ask));
    expect(bodies(server.requests).map((body) => "stream_options" in body)).toEqual([true, false, false]);
  });

  it("the old name of the output limit", async () => {
    const words =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const { model, server } = await servingChat([refused(400, words), ok]);
    doneOf(await collect(model, { ...ask, maxTokens: 9 }));
    expect(bodies(server.requests)[1]).toMatchObject({ max_completion_tokens: 9 });
    expect(bodies(server.requests)[1]).not.toHaveProperty("max_tokens");
  });

  it("its own reasoning", async () => {
    const call = { type: "tool_use", id: "a", name: "Read", input: {} };
    const request: ModelRequest = {
      ...ask,
      messages: [
        ...ask.messages,
        { role: "assistant", content: [call], raw: { fields: { reasoning: "hm" } }, model: "openai/test" },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "ok" }] },
      ],
    };
    const words =
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]";
    const { model, server } = await servingChat([refused(400, words), ok]);
    doneOf(await collect(model, request));
    expect(server.requests.map(({ body }) => body.includes('"reasoning":"hm"'))).toEqual([true, false]);
  });

  it("images", async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } };
    const { model, server } = await servingChat([
      refused(500, "image input is not supported - hint: mmproj"),
      ok,
    ]);
    doneOf(await collect(model, { ...ask, messages: [{ role: "user", content: [image] }] }));
    expect(server.requests.map(({ body }) => body.includes("image_url"))).toEqual([true, false]);
  });

  it("the name without its maker", async () => {
    const { model, server } = await servingChat([refused(404, "The model `gpt-oss` does not exist"), ok], {
      model: "gpt-oss",
      otherName: "openai/gpt-oss",
    });
    doneOf(await collect(model, ask));
    doneOf(await collect(model, ask));
    expect(bodies(server.requests).map((body) => body["model"])).toEqual([
      "gpt-oss",
      "openai/gpt-oss",
      "openai/gpt-oss",
    ]);
  });

  it("but it is not asked for ever, and not remembered where it did not help", async () => {
    const { model, server } = await servingChat([
      refused(400, "stream_options, image, max_completion_tokens, unknown field"),
    ]);
    expect(errorOf(await collect(model, { ...ask, maxTokens: 9 })).failure).toBe("bad-request");
    expect(server.requests).toHaveLength(5);
    await collect(model, ask);
    expect(bodies(server.requests)[5]).toHaveProperty("stream_options");
  });
});

describe("the request", () => {
  it("carries the key and nothing about this machine or of its environment", async () => {
    const { model, server } = await servingChat([ok]);
    doneOf(await collect(model, ask));
    const { headers, path } = server.requests[0] ?? { headers: {}, path: "" };
    expect(path).toBe("/v1/chat/completions");
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, "content-type": "application/json" });
    expect(Object.keys(headers).filter((name) => /^(x-|openai)/.test(name))).toEqual([]);
  });

  it("uses name and password of the address where there is no key", async () => {
    const { server } = await servingChat([ok]);
    const model = createOpenaiModel({ model: "test", baseUrl: server.url.replace("//", "//me:pass@") });
    doneOf(await collect(model, ask));
    expect(server.requests[0]?.headers["authorization"]).toBe(
      `Basic ${Buffer.from("me:pass").toString("base64")}`,
    );
  });
});

describe("the connection", () => {
  it("is closed when the person stops, and when the reader leaves", async () => {
    const { model, server } = await servingChat([{ chunks: [delta({ content: "half" })], end: "hang" }]);
    const stop = new AbortController();
    const events = [];
    for await (const event of model.stream(ask, { signal: stop.signal })) {
      events.push(event);
      if (event.type === "text-delta") setTimeout(() => stop.abort(), 10);
    }
    expect(errorOf(events)).toMatchObject({ failure: "aborted", partial: [{ type: "text", text: "half" }] });
    for await (const event of model.stream(ask)) if (event.type === "text-delta") break;
    await expect.poll(() => server.hungUp()).toBe(2);
  });

  it.each<[string, ChatAnswer]>([
    ["events", ok],
    ["JSON", { body: { choices: [{ message: { content: "ok" } }] } }],
  ])("is kept for the next request after a whole answer of %s", async (_form, answer) => {
    const sockets = new Set<unknown>();
    const server = await startLoopback((_request, response) => {
      sockets.add(response.socket);
      return sendChat(response, answer);
    });
    closing(server.close);
    const { model } = await servingChat([], { baseUrl: server.url });
    for (let turn = 0; turn < 5; turn += 1) doneOf(await collect(model, ask));
    expect(sockets.size).toBeLessThan(5);
    expect(server.hungUp()).toBe(0);
  });

  it("ends a stop soon even where fetch takes no notice of it", async () => {
    const deaf: typeof fetch = () => new Promise(() => {});
    const { model } = await servingChat([], { fetch: deaf });
    expect(errorOf(await collect(model, ask, { signal: AbortSignal.timeout(20) })).failure).toBe("aborted");
  });
});

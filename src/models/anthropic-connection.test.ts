import { afterEach, describe, expect, it } from "vitest";
import { createAnthropicModel } from "./anthropic.ts";
import { collect, doneOf, errorOf } from "./contract-helpers.ts";
import type { ModelEvent } from "./model.ts";
import { closeAll, ask, answered, closing, KEY, serving } from "./testing/anthropic-serving.ts";
import { messageEvents, sendAnswer, startLoopback, type WireAnswer } from "./testing/index.ts";

afterEach(closeAll);

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
      if (event.type === "text-delta") setTimeout(() => stop.abort(), 10);
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
    closing(server.close);
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

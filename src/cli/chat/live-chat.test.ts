import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../agent/index.ts";
import { defaultLimits } from "../../limits/index.ts";
import { createAnthropicModel } from "../../models/index.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  type Loopback,
  type WireAnswer,
} from "../../models/testing/index.ts";
import { createTerminal } from "../terminal/terminal.ts";
import { bookOf, conversationOf, hostWith } from "./chat.fixture.ts";
import { runChat } from "./run-chat.ts";

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const said = (text: string): WireAnswer => ({ events: messageEvents({ blocks: [{ type: "text", text }] }) });
const refused = (status: number, type: string): WireAnswer => ({
  status,
  body: { type: "error", error: { type, message: "no" } },
});

/** A chat over piped lines with a real HTTP server behind the anthropic adapter. */
async function talk(
  input: string,
  answers: WireAnswer[],
  whileOn: (interrupt: () => void, shown: () => string) => void = () => undefined,
) {
  server = await startLoopback((_request, response, number) =>
    sendAnswer(response, answers[number] ?? said("end")),
  );
  const written = { out: "", err: "" };
  const host = hostWith(input, written);
  host.stdout.on("data", () => whileOn(host.interrupt, () => written.out));
  const model = createAnthropicModel({
    model: "claude-test",
    apiKey: "none",
    baseUrl: server.url,
    sleep: async () => undefined,
  });
  const code = await runChat({
    host,
    terminal: createTerminal(host),
    converse: async () =>
      conversationOf(createAgent({ model, tools: [], sources: [], limits: defaultLimits })),
    chooseModel: async () => model,
    sessions: bookOf([]),
    tidy: async () => [],
    recallBytes: 61_440,
    store: null,
    inbox: null,
    extraction: null,
    exitWaitMs: 0,
    trust: async () => ({ accepted: false }),
    projectRoot: "/work",
    history: null,
  });
  return { ...written, code, bodies: server.requests.map(({ body }) => body) };
}

describe("a chat over HTTP", () => {
  it("says each failure in one sentence and goes on", async () => {
    const { out, err, code, bodies } = await talk("one\ntwo\nthree\nfour\n", [
      refused(401, "authentication_error"),
      {
        ...said("half of it"),
        events: messageEvents({ blocks: [{ type: "text", text: "half of it" }] }).slice(0, 4),
        end: "cut",
      },
      refused(404, "not_found_error"),
      said("all well"),
    ]);
    expect(out).toMatch(/^half .*\nall well\n$/u);
    expect(err.split("\n").filter((line) => line.startsWith("daybook: "))).toHaveLength(3);
    expect(code).toBe(0);
    expect(bodies[3]).toContain('"one"');
    expect(bodies[3]).toContain('"four"');
  });

  it("waits out a 429", async () => {
    const { out, err, code } = await talk("one\n", [refused(429, "rate_limit_error"), said("there")]);
    expect({ out, code }).toEqual({ out: "there\n", code: 0 });
    expect(err).toMatch(/^· .*next try in \d+ s\n$/u);
  });

  it("stops a stream that is interrupted", async () => {
    const endless: WireAnswer = {
      events: messageEvents({ blocks: [{ type: "text", text: "first words" }] }).slice(0, 4),
      end: "hang",
    };
    const { out, err } = await talk("one\n", [endless], (interrupt, shown) => {
      if (shown().includes("first")) setImmediate(interrupt);
    });
    expect(out).toMatch(/^first .*\n$/u);
    expect(err).toBe("daybook: interrupted\n");
  });
});

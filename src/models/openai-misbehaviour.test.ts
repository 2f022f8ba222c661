import { afterEach, describe, expect, it } from "vitest";
import { collect, doneOf, errorOf } from "./contract-helpers.ts";
import { isToolUse, textOf } from "./model.ts";
import { ask, closeAll, closing, kinds } from "./testing/anthropic-serving.ts";
import { endlessAnswer } from "./testing/endless-answer.ts";
import { startLoopback } from "./testing/loopback.ts";
import { servingChat } from "./testing/openai-serving.ts";
import { type ChatAnswer, chatChunks, delta, finished, type WireChunk } from "./testing/openai-wire.ts";

afterEach(closeAll);

const tools = { ...ask, tools: [{ name: "Read", description: "Reads.", inputSchema: { type: "object" } }] };
const calling = (...entries: unknown[]): WireChunk => delta({ tool_calls: entries });
const read = (fields: Record<string, unknown>, args: unknown = '{"path":"a"}'): unknown => ({
  ...fields,
  function: { name: "Read", arguments: args },
});

describe("a server of bad manners gets a right tool turn", () => {
  it.each<[string, WireChunk[]]>([
    ["without an index", [calling(read({ id: "x" })), finished("tool_calls")]],
    ["with an empty id", [calling(read({ index: 0, id: "" })), finished("tool_calls")]],
    ["without an id", [calling(read({ index: 0 })), finished("tool_calls")]],
    [
      "with an object for arguments",
      [calling(read({ index: 0, id: "x" }, { path: "a" })), finished("tool_calls")],
    ],
    ["that ends with stop", [calling(read({ index: 0, id: "x" })), finished("stop")]],
    ["that ends with a word nobody knows", [calling(read({ index: 0, id: "x" })), finished("eos_token")]],
    [
      "of the old form",
      [delta({ function_call: { name: "Read", arguments: '{"path":"a"}' } }), finished("function_call")],
    ],
    [
      "in a whole message at the end",
      [{ choices: [{ message: { tool_calls: [read({ id: "x" })] }, finish_reason: "stop" }] }],
    ],
    [
      "in one line of several without a blank between",
      [`${JSON.stringify(calling(read({ id: "x" })))}\ndata: ${JSON.stringify(finished("stop"))}`],
    ],
    [
      "after lines that are no JSON",
      ["loading model", "null", "7", calling(read({ id: "x" })), finished("tool_calls")],
    ],
    [
      "beside an empty list of calls",
      [delta({ content: null, tool_calls: [] }), calling(read({ id: "x" })), finished("stop")],
    ],
    [
      "beside a second choice",
      [{ choices: [{ index: 1, delta: { content: "no" } }] }, calling(read({ id: "x" })), finished("stop")],
    ],
  ])("%s", async (_name, chunks) => {
    const { model } = await servingChat([{ chunks }]);
    const events = await collect(model, tools);
    const message = doneOf(events);
    expect(message.stop).toBe("tool_use");
    expect(message.unusable).toBe(undefined);
    const calls = message.content.filter(isToolUse);
    expect(calls).toEqual([
      { type: "tool_use", id: expect.stringMatching(/^(x|call_1)$/), name: "Read", input: { path: "a" } },
    ]);
    expect(events).toContainEqual({ type: "tool-call-start", id: calls[0]?.id, name: "Read" });
  });

  it("whose broken arguments are not run, and go back as JSON", async () => {
    const { model, server } = await servingChat([
      { chunks: [calling(read({ index: 0, id: "x" }, '{"path": "a')), finished("tool_calls")] },
      { chunks: chatChunks({ text: "Sorry." }) },
    ]);
    const message = doneOf(await collect(model, tools));
    expect(message.unusable).toEqual([{ id: "x", reason: expect.stringContaining("not a JSON object") }]);
    const result = { type: "tool_result", tool_use_id: "x", content: "not run", is_error: true };
    const messages = [...tools.messages, message, { role: "user" as const, content: [result] }];
    expect(textOf(doneOf(await collect(model, { ...tools, messages })))).toBe("Sorry.");
    expect(JSON.parse(server.requests[1]?.body ?? "")).toMatchObject({
      messages: [
        { role: "system" },
        { role: "user" },
        { role: "assistant", tool_calls: [{ function: { arguments: "{}" } }] },
        { role: "tool", tool_call_id: "x", content: "Error: not run" },
      ],
    });
  });

  it("whose call was cut by the output limit is not run", async () => {
    const { model } = await servingChat([
      { chunks: [calling(read({ id: "x" }, '{"path":')), finished("length")] },
    ]);
    const message = doneOf(await collect(model, tools));
    expect(message.stop).toBe("max_tokens");
    expect(message.unusable).toEqual([{ id: "x", reason: expect.stringContaining("output limit") }]);
  });

  it("whose ids begin anew in each answer are unique in the conversation", async () => {
    const answer: ChatAnswer = { chunks: [calling(read({ index: 0, id: "call_0" })), finished("stop")] };
    const { model } = await servingChat([answer]);
    let { messages } = tools;
    for (let turn = 0; turn < 3; turn += 1) {
      const message = doneOf(await collect(model, { ...tools, messages }));
      const results = message.content
        .filter(isToolUse)
        .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
      messages = [...messages, message, { role: "user", content: results }];
    }
    const ids = messages.flatMap(({ content }) => content.filter(isToolUse)).map(({ id }) => id);
    expect(ids).toEqual(["call_0", "call_2", "call_3"]);
  });
});

describe("a server of bad manners gets its words heard", () => {
  it.each<[string, ChatAnswer]>([
    ["without [DONE]", { chunks: chatChunks({ text: "All said." }), end: "close" }],
    ["cut after the last word", { chunks: chatChunks({ text: "All said." }).slice(0, -1), end: "cut" }],
    ["without a reason for the end", { chunks: chatChunks({ text: "All said.", finish: null }) }],
    ["in parts", { chunks: [delta({ content: [{ type: "text", text: "All said." }] }), finished("stop")] }],
    [
      "with the whole message once more",
      {
        chunks: [
          ...chatChunks({ text: "All said." }),
          { choices: [{ message: { content: "All said." }, finish_reason: "stop" }] },
        ],
      },
    ],
    ["as a text in JSON", { body: { choices: [{ message: { role: "assistant", content: "All said." } }] } }],
    [
      "as JSON with a charset",
      {
        headers: { "content-type": "application/json; charset=utf-8" },
        body: {
          choices: [{ index: 0, message: { content: "All said.", tool_calls: null }, finish_reason: "stop" }],
        },
      },
    ],
    [
      "as JSON that calls itself a stream",
      {
        headers: { "content-type": "text/event-stream" },
        body: '\n {\n "choices": [{ "message": { "content": "All said." } }]\n}',
      },
    ],
    [
      "as events that call themselves JSON",
      { headers: { "content-type": "application/json" }, chunks: chatChunks({ text: "All said." }) },
    ],
    [
      "as JSON, a line each",
      {
        body: chatChunks({ text: "All said." })
          .map((chunk) => JSON.stringify(chunk))
          .join("\n"),
      },
    ],
    [
      "as events of another type",
      { headers: { "content-type": "text/plain" }, chunks: chatChunks({ text: "All said." }) },
    ],
  ])("%s", async (_name, answer) => {
    const { model, server } = await servingChat([answer]);
    const message = doneOf(await collect(model, ask));
    expect(message.content).toEqual([{ type: "text", text: "All said." }]);
    expect(message.stop).toBe("end_turn");
    expect(server.requests).toHaveLength(1);
  });

  it("also when it never hangs up after its last word", async () => {
    const { model } = await servingChat([{ chunks: chatChunks({ text: "All." }), end: "hang" }], {
      idleTimeoutMs: 600_000,
    });
    expect(textOf(doneOf(await collect(model, ask)))).toBe("All.");
  });

  it("also when its text is cut within a character", async () => {
    const { model } = await servingChat([
      {
        chunks: [
          delta({ content: "\ud83d" }),
          delta({ content: "\udc4d 前" }),
          delta({ content: "\ud83d" }),
          finished("stop"),
        ],
      },
    ]);
    const events = await collect(model, ask);
    expect(events.slice(0, 2)).toEqual([
      { type: "text-delta", text: "👍 前" },
      { type: "text-delta", text: "\ud83d" },
    ]);
    doneOf(events);
  });
});

describe("nothing hangs", () => {
  it("where an error has no end", async () => {
    const { model } = await servingChat([{ status: 500, body: "half an err", end: "hang" }], {
      idleTimeoutMs: 1_000,
    });
    const events = await collect(model, ask);
    expect(kinds(events)).toEqual(["error"]);
    expect(errorOf(events).message).toContain("did not answer in time");
  });

  it("where JSON has no end", async () => {
    const { model } = await servingChat([{ body: '{"choices":', end: "hang" }], {
      idleTimeoutMs: 1_000,
      maxRetries: 0,
    });
    expect(errorOf(await collect(model, ask)).message).toContain("fell silent for 1 s");
  });

  const ping = ": ping\n\n";
  const empty = `data: ${JSON.stringify(delta({ content: "" }))}\n\n`;
  const begun = `data: ${JSON.stringify(delta({ role: "assistant", content: "ha" }))}\n\n`;
  it("where nothing comes but pings and what says nothing, also after a word", async () => {
    const cases = [
      ["comments", "", ping],
      ["blank lines", "", "\n"],
      ["empty deltas", "", empty],
      ["events without a choice", "", 'data: {"choices":[]}\n\n'],
      ["comments after a word", begun, ping],
      ["empty deltas after a word", begun, empty],
    ] as const;
    const served = await Promise.all(
      cases.map(([, first, then]) =>
        servingChat([], { fetch: endlessAnswer(first, then), idleTimeoutMs: 1_000 }),
      ),
    );
    const errors = await Promise.all(served.map(async ({ model }) => errorOf(await collect(model, ask))));
    const found = errors.map(({ failure, message, partial }, index) => ({
      name: cases[index]?.[0],
      failure,
      isSaid: message.includes("kept the connection open for 1 s without a word of its answer"),
      partial,
    }));
    const half = [{ type: "text", text: "ha" }];
    expect(found).toEqual(
      cases.map(([name, first]) => ({
        name,
        failure: "cut-stream",
        isSaid: true,
        partial: first === "" ? undefined : half,
      })),
    );
  });

  it.each([
    ["its last word", ""],
    ["[DONE]", "data: [DONE]\n\n"],
  ])("where pings go on after %s", async (_name, last) => {
    const whole = `${begun}data: ${JSON.stringify(finished("stop"))}\n\n${last}`;
    const { model } = await servingForEver(whole, ping);
    expect(textOf(doneOf(await collect(model, ask)))).toBe("ha");
  });

  it("where an answer has no end", async () => {
    const word = `data: ${JSON.stringify(delta({ content: "la ".repeat(50_000) }))}\n\n`;
    const { model } = await servingForEver(begun, word);
    const error = errorOf(await collect(model, ask));
    expect(error.failure).toBe("cut-stream");
    expect(error.message).toContain("did not end, so daybook hung up");
    expect(error.partial).toHaveLength(1);
  });

  it("where arguments are nested deeper than the stack", async () => {
    const deep = `{"p":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const { model } = await servingChat([
      { chunks: [calling(read({ id: "x" }, deep)), finished("tool_calls")] },
      { chunks: [calling(read({ id: "x" }, deep))], end: "cut" },
    ]);
    expect(doneOf(await collect(model, tools)).unusable).toHaveLength(1);
    expect(errorOf(await collect(model, tools)).failure).toBe("cut-stream");
  });

  it("where an event has no end", async () => {
    const { model } = await servingChat([], { fetch: endlessAnswer("", "data: x".repeat(100_000)) });
    expect(errorOf(await collect(model, ask)).message).toContain("sent an event without an end");
  });
});

/** A server that says `first`, and then `then` again and again. */
async function servingForEver(first: string, then: string) {
  const server = await startLoopback((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(first);
    const timer = setInterval(() => response.write(then), 15);
    response.on("close", () => clearInterval(timer));
  });
  closing(server.close);
  return servingChat([], { baseUrl: server.url });
}

import { describe, expect, it } from "vitest";
import type { Block, Message, ModelRequest } from "./model.ts";
import type { Dialect } from "./openai-dialect.ts";
import { openaiBody } from "./openai-request.ts";

const DIALECT: Dialect = {
  name: "test",
  asksForUsage: true,
  limitField: "max_tokens",
  returnsFields: true,
  sendsImages: true,
};

function bodyOf(
  messages: readonly Message[],
  { dialect, ...rest }: Partial<ModelRequest> & { dialect?: Partial<Dialect> } = {},
): Record<string, unknown> {
  const request = { system: [], tools: [], messages, ...rest };
  return JSON.parse(
    openaiBody(request, { id: "openai/test", dialect: { ...DIALECT, ...dialect } }),
  ) as Record<string, unknown>;
}

const sent = (...messages: Message[]): unknown => bodyOf(messages)["messages"];
const user = (...content: Block[]): Message => ({ role: "user", content });
const assistant = (...content: Block[]): Message => ({ role: "assistant", content });
const text = (value: string): Block => ({ type: "text", text: value });
const call = (id: string, input: unknown = {}, name = "Read"): Block => ({
  type: "tool_use",
  id,
  name,
  input,
});
const result = (id: string, content: unknown = "ok", more: Record<string, unknown> = {}): Block => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
const image: Block = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } };
const chatCall = (id: string, args = "{}", name = "Read"): unknown => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

describe("the request body", () => {
  it("has the form of chat completions", () => {
    const tool = { name: "Read", description: "Reads.", inputSchema: { type: "object" } };
    const body = bodyOf([user(text("hi"))], { system: ["one", " ", "two"], tools: [tool], maxTokens: 50 });
    expect(body).toEqual({
      model: "test",
      max_tokens: 50,
      stream: true,
      stream_options: { include_usage: true },
      tools: [
        {
          type: "function",
          function: { name: "Read", description: "Reads.", parameters: { type: "object", properties: {} } },
        },
      ],
      messages: [
        { role: "system", content: "one\n\ntwo" },
        { role: "user", content: "hi" },
      ],
    });
  });

  it("leaves out what is empty, and what the server does not take", () => {
    expect(Object.keys(bodyOf([user(text("hi"))], { dialect: { asksForUsage: false } }))).toEqual([
      "model",
      "stream",
      "messages",
    ]);
    const dialect = { limitField: "max_completion_tokens" } as const;
    expect(bodyOf([], { maxTokens: 9, dialect })).toMatchObject({ max_completion_tokens: 9 });
  });

  it("replaces half a character", () => {
    expect(sent(user(text("a\udc4d 👍")))).toEqual([{ role: "user", content: "a\uFFFD 👍" }]);
  });
});

describe("calls and results", () => {
  it("stand directly behind each other in the order of the calls, words of the person after", () => {
    expect(
      sent(
        user(text("look")),
        assistant(text("I look."), call("a", { p: 1 }), call("b", {}, "List")),
        user(text("and?"), result("b", "B"), result("a", [text("A"), text(" "), text("note")])),
        assistant(text("Done.")),
      ),
    ).toEqual([
      { role: "user", content: "look" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [chatCall("a", '{"p":1}'), chatCall("b", "{}", "List")],
      },
      { role: "tool", tool_call_id: "a", content: "A\n\nnote" },
      { role: "tool", tool_call_id: "b", content: "B" },
      { role: "user", content: "and?" },
      { role: "assistant", content: "Done." },
    ]);
  });

  it("has no text where there was none, and says of a failure and of nothing what it is", () => {
    expect(
      sent(
        assistant(text(" \n"), call("a"), call("b"), call("c")),
        user(result("a", "no such file", { is_error: true }), result("b", ""), result("c", [])),
        assistant(call("d")),
        user(result("d", "Error: File /memories/a.md already exists", { is_error: true })),
      ),
    ).toEqual([
      { role: "assistant", content: null, tool_calls: [chatCall("a"), chatCall("b"), chatCall("c")] },
      { role: "tool", tool_call_id: "a", content: "Error: no such file" },
      { role: "tool", tool_call_id: "b", content: "(no output)" },
      { role: "tool", tool_call_id: "c", content: "(no output)" },
      { role: "assistant", content: null, tool_calls: [chatCall("d")] },
      { role: "tool", tool_call_id: "d", content: "Error: File /memories/a.md already exists" },
    ]);
  });

  it("hands images of results on in a message of the person", () => {
    expect(
      sent(assistant(call("a")), user(result("a", [text("a picture"), image]), result("z", [image]))),
    ).toEqual([
      { role: "assistant", content: null, tool_calls: [chatCall("a")] },
      { role: "tool", tool_call_id: "a", content: "a picture" },
      {
        role: "user",
        content: [
          { type: "text", text: "From the result of Read (a):" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
          { type: "text", text: "A result whose call is gone: (see below)" },
        ],
      },
    ]);
  });

  it("get what is missing: a result for each call", () => {
    const lost = "Error: Interrupted before it finished; the result is unknown.";
    expect(
      sent(assistant(call("a"), call("b")), user(result("a", "1"), result("a", "2")), assistant(call("c"))),
    ).toEqual([
      { role: "assistant", content: null, tool_calls: [chatCall("a"), chatCall("b")] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "tool", tool_call_id: "b", content: lost },
      { role: "assistant", content: null, tool_calls: [chatCall("c")] },
      { role: "tool", tool_call_id: "c", content: lost },
    ]);
  });

  it("have ids that fit, call and result alike, unless the server made them", () => {
    const long = "toolu_".padEnd(60, "x");
    const messages = (model: string): Message[] => [{ ...assistant(call(long)), model }, user(result(long))];
    const ids = (model: string): unknown[] => {
      const [called, answered] = bodyOf(messages(model))["messages"] as [
        { tool_calls: { id: string }[] },
        { tool_call_id: string },
      ];
      return [called.tool_calls[0]?.id, answered.tool_call_id];
    };
    expect(ids("openai/test")).toEqual([long, long]);
    const [first, second] = ids("anthropic/claude");
    expect(first).toMatch(/^call_[0-9a-f]{24}$/);
    expect(second).toBe(first);
  });

  it("have arguments as they came where that says the same, else as JSON", () => {
    const args = '{ "n": 12345678901234567890, "2": 1.0 }';
    const argumentsSent = (input: unknown, kept?: string): unknown => {
      const raw = { calls: { a: { arguments: kept } } };
      const [message] = sent({ ...assistant(call("a", input)), raw, model: "openai/test" }) as [
        { tool_calls: [{ function: { arguments: string } }] },
      ];
      return message.tool_calls[0].function.arguments;
    };
    expect(argumentsSent(JSON.parse(args), args)).toBe(args);
    expect(argumentsSent({ n: 1 }, args)).toBe('{"n":1}');
    expect(argumentsSent({}, '{"broken')).toBe("{}");
    expect(argumentsSent("text")).toBe("{}");
    expect(argumentsSent([1])).toBe("{}");
    expect(argumentsSent(undefined)).toBe("{}");
  });
});

describe("messages", () => {
  it("of one role become one, and those with nothing to say part nobody", () => {
    expect(
      sent(
        user(text("a")),
        assistant(text("")),
        user(text("b"), image),
        assistant(text("c")),
        assistant({ type: "thinking", thinking: "hm" }),
        assistant(text("d"), call("x")),
      ),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
        ],
      },
      { role: "assistant", content: "c\n\nd", tool_calls: [chatCall("x")] },
      { role: "tool", tool_call_id: "x", content: expect.stringContaining("Interrupted") },
    ]);
  });

  it("name what they cannot hold", () => {
    const pdf = { type: "document", source: { type: "base64", media_type: "application/pdf", data: "eA" } };
    const note = { type: "document", source: { type: "text", media_type: "text/plain", data: "words" } };
    const link = { type: "image", source: { type: "url", url: "https://host/a.png" } };
    const messages = [user(text("see"), pdf, note, link)];
    expect(bodyOf(messages, { dialect: { sendsImages: false } })["messages"]).toEqual([
      {
        role: "user",
        content:
          "see\n\n[document left out: this model cannot be given it]\n\nwords\n\n[image left out: this model cannot be given it]",
      },
    ]);
    expect(JSON.stringify(sent(user(link)))).toContain('{"url":"https://host/a.png"}');
  });
});

describe("what else an answer held", () => {
  const raw = {
    fields: { reasoning_content: "hm", future: [1], refusal: "x", annotations: [], tool_calls: "no" },
    calls: { a: { fields: { extra_content: { sign: "s" } }, functionFields: { note: "n" } } },
  };
  const loop = (model: string): Message[] => [
    { ...assistant({ type: "thinking", thinking: "hm" }, call("a")), raw, model },
    user(result("a")),
  ];

  it("goes back within a loop of tools to the model that said it", () => {
    expect(sent(...loop("openai/test"))).toEqual([
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        future: [1],
        tool_calls: [
          {
            extra_content: { sign: "s" },
            id: "a",
            type: "function",
            function: { note: "n", name: "Read", arguments: "{}" },
          },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "ok" },
    ]);
  });

  it("does not go to another, nor to a server that refuses it, nor with an answer without calls", () => {
    const plain = [
      { role: "assistant", content: null, tool_calls: [chatCall("a")] },
      { role: "tool", tool_call_id: "a", content: "ok" },
    ];
    expect(sent(...loop("openai/other"))).toEqual(plain);
    expect(bodyOf(loop("openai/test"), { dialect: { returnsFields: false } })["messages"]).toEqual(plain);
    expect(sent({ ...assistant(text("so")), raw, model: "openai/test" })).toEqual([
      { role: "assistant", content: "so" },
    ]);
  });

  it.each([null, 7, "x", [], { fields: [], calls: { a: 1 } }, { exact: ["{}"] }])(
    "may be anything: %j",
    (odd) => {
      expect(
        sent({ ...assistant(call("a")), raw: odd, model: "openai/test" }, user(result("a"))),
      ).toHaveLength(2);
    },
  );
});

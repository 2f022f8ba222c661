import { describe, expect, it } from "vitest";
import { anthropicBody } from "./anthropic-request.ts";
import type { Block, Message, ModelRequest } from "./model.ts";
import { withoutCacheMarks } from "./testing/index.ts";

const MODEL = { name: "claude-test", id: "anthropic/claude-test", maxOutput: 1000 };

function bodyOf(messages: readonly Message[], rest: Partial<ModelRequest> = {}): Record<string, unknown> {
  return JSON.parse(anthropicBody({ system: [], tools: [], messages, ...rest }, MODEL)) as Record<
    string,
    unknown
  >;
}

const user = (...content: Block[]): Message => ({ role: "user", content });
const text = (value: string): Block => ({ type: "text", text: value });

describe("the request body", () => {
  it("declares a tool that Anthropic's models know by its type and name alone", () => {
    const memory = {
      name: "memory",
      description: "Keeps.",
      inputSchema: { type: "object" },
      anthropicType: "memory_20250818",
    };
    expect(bodyOf([user(text("hi"))], { system: ["one"], tools: [memory] })).toMatchObject({
      tools: [{ type: "memory_20250818", name: "memory" }],
    });
    expect(bodyOf([user(text("hi"))], { tools: [memory] })["tools"]).toEqual([
      { type: "memory_20250818", name: "memory", cache_control: { type: "ephemeral" } },
    ]);
  });

  it("has the form of the Messages API", () => {
    const tool = { name: "Read", description: "Reads.", inputSchema: { type: "object" } };
    expect(bodyOf([user(text("hi"))], { system: ["one", "two"], tools: [tool], maxTokens: 5000 })).toEqual({
      model: "claude-test",
      max_tokens: 1000,
      stream: true,
      system: [
        { type: "text", text: "one" },
        { type: "text", text: "two", cache_control: { type: "ephemeral" } },
      ],
      tools: [{ name: "Read", description: "Reads.", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] },
      ],
    });
  });

  it("leaves out system and tools that are empty, and marks the tools where there is no system", () => {
    expect(Object.keys(bodyOf([user(text("hi"))], { system: [" "] }))).toEqual([
      "model",
      "max_tokens",
      "stream",
      "messages",
    ]);
    const tool = { name: "Read", description: "", inputSchema: {} };
    const { tools } = bodyOf([user(text("hi"))], { tools: [tool, tool] });
    expect(JSON.stringify(tools).match(/cache_control/g)?.length).toBe(1);
  });

  it("drops blank texts, also within results, and messages left with nothing", () => {
    const result = { type: "tool_result", tool_use_id: "t", content: [text(""), text("x")] };
    const messages = withoutCacheMarks(
      JSON.stringify(
        bodyOf([user(text("hi")), { role: "assistant", content: [text(" \n")] }, user(result, text(""))]),
      ),
    )["messages"];
    expect(messages).toEqual([
      { role: "user", content: [text("hi")] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [text("x")] }] },
    ]);
  });

  it("sends thinking only to the model that made it", () => {
    const content = [
      { type: "thinking", thinking: "", signature: "c2ln" },
      { type: "redacted_thinking", data: "eA" },
      text("so"),
    ];
    const kinds = (model?: string): string[] => {
      const message: Message = { role: "assistant", content, ...(model !== undefined && { model }) };
      const [sent] = bodyOf([message])["messages"] as Message[];
      return sent?.content.map(({ type }) => type) ?? [];
    };
    expect(kinds("anthropic/claude-test")).toEqual(["thinking", "redacted_thinking", "text"]);
    expect(kinds()).toEqual(["thinking", "redacted_thinking", "text"]);
    expect(kinds("anthropic/another")).toEqual(["text"]);
  });

  it("renames ids of other providers, call and result alike", () => {
    const call = { type: "tool_use", id: "call:1/ä", name: "Read", input: {} };
    const result = { type: "tool_result", tool_use_id: "call:1/ä", content: "x" };
    const [assistant, answer] = bodyOf([{ role: "assistant", content: [call] }, user(result)])[
      "messages"
    ] as Message[];
    const id = assistant?.content[0]?.["id"];
    expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(answer?.content[0]?.["tool_use_id"]).toBe(id);
  });

  it("renames calls of tools whose names this provider refuses, always to the same", () => {
    const nameOf = (name: string): unknown => {
      const call = { type: "tool_use", id: "t", name, input: {} };
      const [message] = bodyOf([{ role: "assistant", content: [call] }])["messages"] as Message[];
      return message?.content[0]?.["name"];
    };
    expect(nameOf("fs.read 文件")).toBe("fs_read___");
    expect(nameOf("x".repeat(200))).toBe("x".repeat(128));
    expect(nameOf("Read-me_1")).toBe("Read-me_1");
  });

  it("sends the parts of one answer as one message, each with its own bytes, and never changes one of the person", () => {
    const exact = '{"type":"tool_use","id":"t","name":"Read","input":{"a":1.0}}';
    const parts: Message[] = [
      { role: "assistant", content: [text("one moment")] },
      { role: "assistant", content: [JSON.parse(exact) as Block], raw: { exact: [exact] } },
    ];
    const result = { type: "tool_result", tool_use_id: "t", content: "x" };
    const messages = [user(text("hi")), ...parts, user(result), user(text("stop")), user(text("go on"))];
    const body = anthropicBody({ system: [], tools: [], messages }, MODEL);
    expect(body).toContain(exact.slice(0, -1));
    expect(withoutCacheMarks(body)["messages"]).toEqual([
      user(text("hi")),
      { role: "assistant", content: [text("one moment"), JSON.parse(exact)] },
      user(result),
      user(text("stop")),
      user(text("go on")),
    ]);
  });

  it("puts the text of a block back that parsing had changed, and marks it all the same", () => {
    const exact = '{"type":"tool_use","id":"t","name":"Read","input":{"2":12345678901234567890,"1":1.0}}';
    const block = JSON.parse(exact) as Block;
    const body = anthropicBody(
      { system: [], tools: [], messages: [{ role: "assistant", content: [block], raw: { exact: [exact] } }] },
      MODEL,
    );
    expect(body).toContain(`${exact.slice(0, -1)},"cache_control":{"type":"ephemeral"}}`);
  });

  it("does not put a text back for a block that was changed since, or that is no JSON", () => {
    const raw = { exact: ['{"type":"text","text":"old","n":1.0}', "{broken", 7, "[]"] };
    const body = anthropicBody(
      {
        system: [],
        tools: [],
        messages: [{ role: "user", content: [{ type: "text", text: "new", n: 1 }], raw }],
      },
      MODEL,
    );
    expect(body).toContain('{"type":"text","text":"new","n":1,');
  });

  it("replaces half a character, which no JSON reader of a provider takes", () => {
    const body = anthropicBody(
      { system: ["\ud83d"], tools: [], messages: [user(text("a\udc4d 👍 \\ud83d"))] },
      MODEL,
    );
    expect(body).toContain('"a\uFFFD 👍 \\\\ud83d"');
    expect(body).toContain('"text":"\uFFFD"');
  });

  it("sets at most four marks, its own, and none on thinking", () => {
    const content = Array.from({ length: 120 }, (_, index): Block => ({
      ...(index % 2 === 0 ? { type: "thinking", thinking: `${index}`, signature: "c2ln" } : text(`${index}`)),
      ...(index % 5 === 0 && { cache_control: { type: "ephemeral" } }),
    }));
    const messages = [user(text("hi")), { role: "assistant" as const, content }, user(text("go on"))];
    const body = bodyOf(messages, { system: ["s"] });
    expect(JSON.stringify(body).match(/cache_control/g)?.length).toBe(4);
    const marked = (body["messages"] as Message[])
      .flatMap((message) => message.content)
      .filter((block) => block["cache_control"]);
    expect(marked.map(({ type }) => type)).toEqual(["text", "text", "text"]);
  });

  it("keeps what consecutive requests share, marks aside", () => {
    const turns = Array.from({ length: 30 }, (_, index): Message => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: [text(`a${index}`), text(`b${index}`)],
    }));
    const prefix = (length: number): unknown => {
      const body = anthropicBody({ system: ["s"], tools: [], messages: turns.slice(0, length) }, MODEL);
      const { messages, ...rest } = withoutCacheMarks(body) as { messages: unknown[] };
      return { ...rest, messages: messages.slice(0, 5) };
    };
    for (const length of [7, 13, 29]) expect(prefix(length)).toEqual(prefix(5));
  });
});

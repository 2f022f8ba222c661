import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, stepCountIs, type ModelMessage } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDaybookModel, createDaybookTools, createPrepareStep, systemMessages } from "./ai-sdk.ts";
import { openDaybook, type OpenDaybook } from "./index.ts";

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];
type Result = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const usage: Result["usage"] = {
  inputTokens: { total: 12, noCache: 10, cacheRead: 2, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

function says(text: string): Result {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  };
}

/** A model's failure. */
function refusal(error: unknown) {
  return async () => {
    throw error;
  };
}

function calls(input: object, id: string): Result {
  const call = {
    type: "tool-call" as const,
    toolCallId: id,
    toolName: "Memory",
    input: JSON.stringify(input),
  };
  return { content: [call], finishReason: { unified: "tool-calls", raw: "tool_use" }, usage, warnings: [] };
}

let folder = "";
let daybook: OpenDaybook;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-ai-sdk-")));
  await mkdir(join(folder, "project"));
  daybook = await openDaybook({ cwd: join(folder, "project"), home: join(folder, "home") });
  for (const [name, body] of [
    ["staging deploy", "Staging is deployed with `make ship-staging`."],
    ["invoice currency", "Invoices are in euro."],
  ] as const) {
    await daybook.store.save({ type: "project", name, description: `about ${name}`, body, source: "user" });
  }
});
afterEach(async () => {
  await daybook.close();
  await rm(folder, { recursive: true, force: true });
});

const textsOf = (message: Prompt[number] | undefined): string[] =>
  Array.isArray(message?.content)
    ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
    : [];

/** Where a later request does not begin with all of the one before. */
function changedPrefixes(prompts: readonly Prompt[]): number[] {
  return prompts.flatMap((prompt, index) => {
    const before = prompts[index - 1] ?? [];
    return JSON.stringify(prompt.slice(0, before.length)) === JSON.stringify(before) ? [] : [index];
  });
}

describe("daybook/ai-sdk", () => {
  it("carries memory through a tool loop and the turns after it, and never changes what was sent", async () => {
    const save = {
      action: "save",
      type: "feedback",
      name: "ask first",
      description: "before a deploy",
      body: "Ask.",
    };
    const model = new MockLanguageModelV3({
      doGenerate: [
        calls(save, "a"),
        calls({ action: "nonsense" }, "b"),
        says("deployed"),
        says("in euro"),
        says("bye"),
      ],
    });
    const memory = daybook.conversation();
    const setting = {
      model,
      system: await systemMessages(memory, "You are a careful agent."),
      tools: createDaybookTools(memory),
      prepareStep: createPrepareStep(memory),
      stopWhen: stepCountIs(5),
    };
    const messages: ModelMessage[] = [];
    for (const prompt of [
      "deploy to staging please",
      "which invoice currency?",
      "deploy to staging please",
    ]) {
      messages.push({ role: "user", content: prompt });
      // The SDK may be given copies: a message is known by what it says.
      const result = await generateText({ ...setting, messages: structuredClone(messages) });
      messages.push(...result.response.messages);
      await memory.turnEnded({ prompt, answer: result.text });
    }

    const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
    expect(prompts).toHaveLength(5);
    expect(changedPrefixes(prompts)).toEqual([]);
    const [first = [], , third = [], fourth = [], fifth = []] = prompts;
    expect(first.filter(({ role }) => role === "system")).toHaveLength(4);
    expect(textsOf(first.at(-1))).toEqual([
      "deploy to staging please",
      expect.stringContaining("make ship-staging"),
    ]);
    expect(textsOf(fourth.at(-1))).toEqual([
      "which invoice currency?",
      expect.stringContaining("Invoices are in euro"),
    ]);
    // What the conversation holds already is not brought again.
    expect(textsOf(fifth.at(-1))).toEqual(["deploy to staging please"]);

    expect((await daybook.store.read("ask-first")).session).toBe(memory.id);
    const results = third.filter(({ role }) => role === "tool");
    expect(JSON.stringify(results[0])).toContain("Saved user/ask-first");
    expect(results[1]?.content[0]).toMatchObject({
      output: { type: "error-text", value: expect.stringContaining("save") },
    });
    expect(model.doGenerateCalls[0]?.tools).toMatchObject([
      { type: "function", name: "Memory", inputSchema: { type: "object", required: ["action"] } },
    ]);
  });

  it("puts what comes late behind the newest tool result, whatever its form, and again in later steps", async () => {
    const late = [["NOTE 1"], [], ["NOTE 2"]];
    const memory = { recall: async () => [], poll: () => late.shift() ?? [], sentAgain: async () => {} };
    const step = createPrepareStep(memory);
    const tool = (id: string, output: unknown): ModelMessage =>
      ({
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName: "t", output }],
      }) as ModelMessage;
    const given: ModelMessage[] = [
      { role: "user", content: "go" },
      tool("1", { type: "json", value: { a: 1 } }),
      tool("2", { type: "text", value: "two" }),
      tool("3", { type: "content", value: [{ type: "text", text: "three" }] }),
    ];
    const sent: ModelMessage[][] = [];
    for (let length = 1; length <= given.length; length += 1) {
      sent.push((await step({ messages: given.slice(0, length) })).messages);
    }
    expect(sent.at(-1)?.slice(1)).toEqual([
      tool("1", { type: "text", value: '{"a":1}\n\nNOTE 1' }),
      tool("2", { type: "text", value: "two" }),
      tool("3", {
        type: "content",
        value: [
          { type: "text", text: "three" },
          { type: "text", text: "NOTE 2" },
        ],
      }),
    ]);
    expect(sent[1]).toEqual(sent.at(-1)?.slice(0, 2));
    expect(given[1]).toEqual(tool("1", { type: "json", value: { a: 1 } }));
  });

  it("leaves alone earlier messages that it did not see, and messages without words", async () => {
    const asked: string[] = [];
    const memory = {
      recall: async (prompt: string) => (asked.push(prompt), ["R"]),
      poll: () => [],
      sentAgain: async () => {},
    };
    const messages: ModelMessage[] = [
      { role: "user", content: "before" },
      { role: "assistant", content: "yes" },
      {
        role: "user",
        content: [
          { type: "text", text: "now" },
          { type: "text", text: "please" },
        ],
      },
    ];
    const step = createPrepareStep(memory);
    const result = await step({ messages });
    expect(asked).toEqual(["now\nplease"]);
    expect(result.messages.slice(0, 2)).toEqual(messages.slice(0, 2));
    expect(result.messages[2]?.content).toHaveLength(3);
  });
});

describe("createPrepareStep", () => {
  const asks = (texts: string[][]) => {
    const asked: string[] = [];
    const again: (readonly string[])[] = [];
    const memory = {
      recall: async (prompt: string) => (asked.push(prompt), texts.shift() ?? []),
      poll: () => texts.shift() ?? [],
      sentAgain: async (sent: readonly string[]) => void again.push(sent),
    };
    return { memory, asked, again };
  };

  it("knows an attachment by its bytes, in whatever form a copy holds them, and never as JSON", async () => {
    const { memory, asked, again } = asks([["R"]]);
    const step = createPrepareStep(memory);
    const bytes = Buffer.alloc(1_000, 7);
    const guarded = Object.assign(Buffer.from(bytes), {
      toJSON: () => {
        throw new Error("megabytes as JSON take seconds");
      },
    });
    const withFile = (data: Uint8Array | ArrayBuffer): ModelMessage => ({
      role: "user",
      content: [
        { type: "text", text: "what is this?" },
        { type: "file", data, mediaType: "application/pdf" },
      ],
    });
    for (const data of [guarded, new Uint8Array(bytes), new Uint8Array(bytes).buffer]) {
      const { messages } = await step({ messages: [withFile(data)] });
      expect(messages[0]?.content).toHaveLength(3);
    }
    expect([asked, again]).toEqual([["what is this?"], [["R"], ["R"]]]);
    await step({ messages: [withFile(Buffer.alloc(1_000, 8))] });
    expect(asked).toHaveLength(2);
  });

  it("keeps what comes late for a result that can carry it", async () => {
    const { memory } = asks([[], ["NOTE"]]);
    const step = createPrepareStep(memory);
    const result = (id: string, output: object): ModelMessage =>
      ({
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName: "t", output }],
      }) as ModelMessage;
    const asking = {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: "a", approved: true }],
    } as ModelMessage;
    const given: ModelMessage[] = [
      { role: "user", content: "go" },
      result("1", { type: "execution-denied" }),
      asking,
      result("2", { type: "text", value: "two" }),
    ];
    let sent: ModelMessage[] = [];
    for (let length = 1; length <= given.length; length += 1) {
      sent = (await step({ messages: given.slice(0, length) })).messages;
    }
    expect(sent.slice(1)).toEqual([given[1], given[2], result("2", { type: "text", value: "two\n\nNOTE" })]);
  });

  it("tells the conversation which texts it sends again with words that failed before", async () => {
    const memory = daybook.conversation();
    const step = createPrepareStep(memory);
    const prompt: ModelMessage = { role: "user", content: "deploy to staging please" };
    const [first] = (await step({ messages: [prompt] })).messages;
    await memory.turnFailed();
    await step({ messages: [{ role: "user", content: "what is the time?" }] });
    await memory.turnFailed();
    expect((await step({ messages: [prompt] })).messages).toEqual([first]);
    expect(await memory.recall("deploy to staging once more")).toEqual([]);
  });
});

describe("createDaybookModel", () => {
  const request = {
    system: ["Choose."],
    messages: [{ role: "user" as const, content: [{ type: "text", text: "which?" }] }],
    tools: [],
    side: true as const,
  };
  const lastOf = async (
    model: ReturnType<typeof createDaybookModel>,
    given: Parameters<typeof model.stream>[0],
    signal?: AbortSignal,
  ) => {
    let last;
    for await (const event of model.stream(given, signal === undefined ? {} : { signal })) last = event;
    return last;
  };

  it("answers a question with the words and the tokens of the SDK's model", async () => {
    const asked = new MockLanguageModelV3({
      provider: "openai.chat",
      modelId: "gpt-x",
      doGenerate: says("this one"),
    });
    const model = createDaybookModel(asked, { window: 9_000 });
    expect(model.info).toMatchObject({ id: "openai/gpt-x", provider: "openai", window: 9_000, local: false });
    expect(await lastOf(model, { ...request, maxTokens: 50 })).toMatchObject({
      type: "done",
      message: { stop: "end_turn", usage: { input: 10, output: 5, cacheRead: 2, cacheWrite: 0 } },
    });
    expect(asked.doGenerateCalls[0]).toMatchObject({ maxOutputTokens: 50 });
    expect(asked.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  });

  it("never throws: failures and a stop are events", async () => {
    const failing = (error: unknown) =>
      createDaybookModel(new MockLanguageModelV3({ doGenerate: refusal(error) }));
    const refused = Object.assign(new Error("no"), { statusCode: 401 });
    expect(await lastOf(failing(refused), request)).toMatchObject({ type: "error", failure: "unauthorized" });
    expect(await lastOf(failing(new Error("odd")), request)).toMatchObject({
      type: "error",
      failure: "server",
    });
    const stopped = AbortSignal.abort();
    expect(await lastOf(failing(new Error("x")), request, stopped)).toMatchObject({ failure: "aborted" });
    const tools = [{ name: "t", description: "d", inputSchema: {} }];
    expect(await lastOf(failing(new Error("x")), { ...request, tools })).toMatchObject({
      failure: "bad-request",
    });
  });
});

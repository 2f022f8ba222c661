import { describe, expect, it } from "vitest";
import { isToolResult } from "../models/index.ts";
import type { SessionRecord } from "../sessions/index.ts";
import type { Tool } from "../tools/index.ts";
import { answer, fakeModel, say, use, type Step } from "./agent.fixture.ts";
import type { Part } from "./conversation.ts";
import { createAgent } from "./create-agent.ts";
import type { TurnRecall } from "./turn-recall.ts";
import { defaultLimits } from "../limits/index.ts";

const part = (name: string): Part => ({
  text: `<system-reminder>\n${name}\n</system-reminder>`,
  from: `recall:user/${name}@1`,
});

/** Brings what it is told to, and writes down what it was asked. */
function scriptedRecall({ at = [], later = [] }: { at?: Part[]; later?: Part[][] }) {
  const asked: string[] = [];
  const recall: TurnRecall = {
    async begin(prompt, { messages }) {
      asked.push(`begin ${prompt} after ${messages.length}`);
      return at;
    },
    poll() {
      asked.push("poll");
      return later.shift() ?? [];
    },
    async see(ids) {
      if (ids.length > 0) asked.push(`see ${ids.join(" ")}`);
      return ids.map((id) => `${id}@1`);
    },
    async end() {
      asked.push("end");
    },
  };
  return { recall, asked };
}

const looking: Tool = {
  name: "Look",
  description: "looks",
  inputSchema: { type: "object" },
  effect: "read",
  parse: (value) => ({ ok: true, value }),
  permission: () => ({ decision: "allow" }),
  execute: async () => ({ content: "seen", isError: false, memories: ["user/seen"] }),
};

async function talk(steps: Step[], recall: TurnRecall, prompts = ["where do we deploy"], memory = true) {
  const model = fakeModel(...steps);
  const records: SessionRecord[] = [];
  const agent = createAgent({
    model,
    tools: [looking],
    sources: [],
    limits: defaultLimits,
    recall,
    memory,
    append: async (record) => records.push(record),
  });
  for (const prompt of prompts) for await (const _ of agent.run(prompt));
  return { model, records, agent };
}

describe("a turn with recall", () => {
  it("is stopped also while memories are looked for, and its prompt is kept", async () => {
    const stop = new AbortController();
    const { recall } = scriptedRecall({});
    const looked: TurnRecall = {
      ...recall,
      begin: (_prompt, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve([]));
          setImmediate(() => stop.abort());
        }),
    };
    const model = fakeModel(say("never"));
    const agent = createAgent({ model, tools: [], sources: [], limits: defaultLimits, recall: looked });
    const outcomes: string[] = [];
    for await (const event of agent.run("where", { signal: stop.signal })) {
      if (event.type === "turn-end") outcomes.push(event.outcome);
    }
    expect(outcomes).toEqual(["aborted"]);
    expect(model.requests).toEqual([]);
    expect(agent.messages().map(({ content }) => content)).toEqual([[{ type: "text", text: "where" }]]);
  });

  it("has what matters in the very message of the prompt, behind the person's words", async () => {
    const { recall, asked } = scriptedRecall({ at: [part("staging")] });
    const { model, records } = await talk([say("there")], recall);
    expect(model.requests[0]?.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "where do we deploy" },
          { type: "text", text: part("staging").text },
        ],
      },
    ]);
    expect(records.find(({ type }) => type === "user")).toMatchObject({
      from: ["person", "recall:user/staging@1"],
    });
    expect(asked).toEqual(["begin where do we deploy after 0", "end"]);
  });

  it("has what came later in the last result, never beside results, and only once", async () => {
    const { recall, asked } = scriptedRecall({ later: [[part("late")]] });
    const { model, records } = await talk(
      [answer([use("Look", {}, "a"), use("Look", {}, "b")]), answer([use("Look", {}, "c")]), say("done")],
      recall,
    );
    const results = model.requests[2]?.messages.flatMap(({ content }) => content.filter(isToolResult));
    expect(results?.map(({ content }) => content)).toEqual([
      "seen",
      [
        { type: "text", text: "seen" },
        { type: "text", text: part("late").text },
      ],
      "seen",
    ]);
    const withResults = model.requests
      .flatMap(({ messages }) => messages)
      .filter(({ content }) => content.some(isToolResult));
    expect(withResults.every(({ content }) => content.every(isToolResult))).toBe(true);
    expect(asked.filter((what) => what === "poll")).toHaveLength(2);
    expect(records.filter(({ type }) => type === "tool_result")).toMatchObject([
      { from: ["tool"], memories: ["user/seen@1"] },
      { from: ["tool", "recall:user/late@1"], memories: ["user/seen@1"] },
      { from: ["tool"] },
    ]);
  });

  it("sends nothing of where a message is from, and keeps what was sent", async () => {
    const { recall, asked } = scriptedRecall({ at: [part("a")] });
    const { model } = await talk([answer([use("Look", {}, "a")]), say("one"), say("two")], recall, [
      "first",
      "second",
    ]);
    for (const [index, { messages }] of model.requests.entries()) {
      for (const message of messages)
        expect(Object.keys(message).filter((key) => !/^(role|content|model)$/.test(key))).toEqual([]);
      const before = model.requests[index - 1]?.messages ?? [];
      expect(messages.slice(0, before.length)).toEqual(before);
    }
    expect(asked).toEqual([
      "begin first after 0",
      "poll",
      "see user/seen",
      "end",
      "begin second after 4",
      "end",
    ]);
  });

  it("is over also when it failed", async () => {
    const { recall, asked } = scriptedRecall({});
    await talk([], recall);
    expect(asked.at(-1)).toBe("end");
  });

  it("is not asked by a sub-agent without memory", async () => {
    const { recall, asked } = scriptedRecall({ at: [part("a")] });
    const { model } = await talk([say("hi")], recall, ["hello"], false);
    expect(model.requests[0]?.messages[0]?.content).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import { createScriptedModel } from "../models/index.ts";
import type { SentMessage } from "./sent-message.ts";
import { createAgent } from "./create-agent.ts";
import type { SessionRecord } from "../sessions/index.ts";
import type { AgentEvent } from "./events.ts";

const earlier: SentMessage[] = [
  { role: "user", n: 2, from: ["person"], content: [{ type: "text", text: "hello" }] },
  {
    role: "assistant",
    n: 3,
    model: "other/model",
    raw: { its: "own form" },
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "hi" },
    ],
  },
];

describe("createAgent with an earlier conversation", () => {
  it("goes on from it, without the thinking and the raw form of another model", async () => {
    const records: SessionRecord[] = [];
    const agent = createAgent({
      model: createScriptedModel({ turns: [{ text: "one" }, { when: "now", text: "two" }] }),
      tools: [],
      sources: [{ name: "snapshot", placement: "first-user", load: async () => ({ text: "again?" }) }],
      limits: defaultLimits,
      history: { messages: earlier },
      append: async (record) => records.push(record) - 1,
    });
    const attached = [{ type: "text", text: "File a.ts" }];
    const events: AgentEvent[] = [];
    for await (const event of agent.run("now", { attached })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "turn-end", text: "two" });
    expect(agent.messages().map(({ content }) => content)).toEqual([
      [{ type: "text", text: "hello" }],
      [{ type: "text", text: "hi" }],
      [
        { type: "text", text: "now" },
        { type: "text", text: "File a.ts" },
        { type: "text", text: expect.stringMatching(/## snapshot\nNew:\nagain\?/u) },
      ],
      [{ type: "text", text: "two" }],
    ]);
    expect(agent.messages()[1]).not.toHaveProperty("raw");
    expect(records.find(({ type }) => type === "user")).toMatchObject({
      from: ["person", "attachment", "note"],
    });
  });
});

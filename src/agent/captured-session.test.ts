import { afterEach, describe, expect, it } from "vitest";
import { createStandardSources } from "../context/index.ts";
import { defaultLimits } from "../limits/index.ts";
import { createMemoryStore, type MemoryStore } from "../memory/index.ts";
import { createAnthropicModel } from "../models/index.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  withoutCacheMarks,
  type Loopback,
} from "../models/testing/index.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { createMemoryTool, createPermissions, createReadTool } from "../tools/index.ts";
import type { Agent, AgentOptions } from "./agent.ts";
import { createAgent } from "./create-agent.ts";
import type { AgentEvent } from "./events.ts";

interface Wire {
  system: { text: string }[];
  tools?: { name: string }[];
  messages: { role: string; content: { type: string; text?: string; content?: string }[] }[];
}

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const save = (name: string): Record<string, unknown> => ({
  type: "tool_use",
  id: `toolu_${name}`,
  name: "Memory",
  input: { action: "save", type: "feedback", name, description: `when ${name}`, body: `do ${name}` },
});
const text = (words: string): Record<string, unknown> => ({ type: "text", text: words });

/** A session through the anthropic adapter whose requests are captured on loopback. */
async function session(
  answers: Record<string, unknown>[][],
  options: Partial<AgentOptions> & { placement?: "user"; store?: MemoryStore } = {},
) {
  server = await startLoopback((_request, response, number) =>
    sendAnswer(response, { events: messageEvents({ blocks: answers[number] ?? [text("ok")] }) }),
  );
  const { placement = "system", store = newStore(), ...changed } = options;
  const model = createAnthropicModel({ model: "claude-test", apiKey: "none", baseUrl: server.url });
  const newAgent = (): Agent =>
    createAgent({
      model,
      limits: defaultLimits,
      tools: [
        createMemoryTool({ store }),
        createReadTool({
          cwd: "/nowhere",
          projectRoot: "/nowhere",
          memoryFolders: [],
          home: "/nowhere/home",
          permissions: createPermissions({ mode: "ask" }),
        }),
      ],
      sources: createStandardSources({
        cwd: "/nowhere",
        projectRoot: "/nowhere",
        platform: "linux",
        now: () => new Date(2026, 10, 29),
        store,
        placement,
        gitDirectory: null,
        environment: {},
      }),
      ...changed,
    });
  const requests = (): Wire[] =>
    (server?.requests ?? []).map(({ body }) => withoutCacheMarks(body) as unknown as Wire);
  return { newAgent, requests };
}

function newStore(): MemoryStore {
  return createMemoryStore({
    storage: createMemoryStorage(),
    gate: { check: async () => [] },
    now: () => new Date(0),
  });
}

async function run(agent: Agent, prompt: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of agent.run(prompt)) events.push(event);
  return events;
}

describe("requests of a session, captured on loopback", () => {
  it("keep system and prefix while memories are saved; a new session has the new line", async () => {
    const { newAgent, requests } = await session([
      [text("I keep it."), save("prefix")],
      [text("Kept.")],
      [save("other")],
      [text("Done.")],
    ]);
    const agent = newAgent();
    const events = await run(agent, "always use prefixes");
    await run(agent, "and another");
    expect(events.filter((event) => event.type === "tool-end")).toMatchObject([
      { name: "Memory", isError: false, display: 'saved feedback "prefix" -> prefix · undo: /memory undo' },
    ]);
    const sent = requests();
    expect(sent).toHaveLength(4);
    for (const [index, request] of sent.entries()) {
      const before = sent[index - 1] ?? request;
      expect(request.system).toEqual(before.system);
      expect(request.tools).toEqual(before.tools);
      expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
    }
    expect(sent[3]?.system.map((block) => block.text).join()).not.toContain("(prefix.md)");
    expect(sent[1]?.messages.at(-1)?.content[0]?.content).toContain("It is for future sessions");
    await run(newAgent(), "again");
    expect(
      requests()[4]
        ?.system.map((block) => block.text)
        .join(),
    ).toContain("- [prefix](prefix.md) — when prefix");
  });

  it("have the index in the first message with placement user, and none of it in the system", async () => {
    const store = newStore();
    await store.save({
      name: "tabs",
      description: "when indenting",
      type: "user",
      body: "tabs",
      source: "user",
    });
    const { newAgent, requests } = await session([], { placement: "user", store });
    await run(newAgent(), "hi");
    const [request] = requests();
    expect(JSON.stringify(request?.system)).not.toContain("tabs.md");
    const [first] = request?.messages ?? [];
    expect(first?.content[0]?.text).toMatch(/^<system-reminder>[\s\S]*\(tabs\.md\)/u);
    expect(first?.content.at(-1)?.text).toBe("hi");
  });

  it("have neither index, guide nor Memory tool in a sub-agent", async () => {
    const store = newStore();
    await store.save({
      name: "tabs",
      description: "when indenting",
      type: "user",
      body: "tabs",
      source: "user",
    });
    const { newAgent, requests } = await session([], { memory: false, store });
    await run(newAgent(), "hi");
    const [request] = requests();
    expect(JSON.stringify(request)).not.toMatch(/tabs|MEMORY\.md|"Memory"/u);
    expect(request?.tools?.map((tool) => tool.name)).toEqual(["Read"]);
  });
});

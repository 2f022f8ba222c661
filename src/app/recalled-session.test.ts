import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refusedStrictly } from "../../test/support/strict-server.ts";
import { createAnthropicModel } from "../models/index.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  withoutCacheMarks,
  type Loopback,
} from "../models/testing/index.ts";
import { countBytes } from "../text/index.ts";
import { openDaybook } from "./daybook.ts";
import type { Host } from "./host.ts";
import { createSession, type OpenedSession, type SessionWish } from "./session.ts";

interface Part {
  type: string;
  text?: string;
  content?: string | Part[];
}

interface Wire {
  system: unknown;
  tools?: unknown[];
  messages: { role: string; content: Part[] }[];
}

/** What a turn does before it answers, by its number. */
const work = (turn: number): Record<string, unknown>[] => {
  if (turn % 4 === 0) return [];
  const use = (name: string, input: unknown, id: string) => ({ type: "tool_use", id, name, input });
  if (turn === 7) return [use("Memory", { action: "read", slug: "topic-40" }, `toolu_${turn}`)];
  return [
    use("Bash", { command: "ls" }, `toolu_${turn}_a`),
    use("Glob", { pattern: "*" }, `toolu_${turn}_b`),
  ];
};

let folder = "";
let server: Loopback;
let turn = 0;
let chosen: string[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-recalled-")));
  await mkdir(join(folder, "project"));
  execFileSync("git", ["init", "-q", join(folder, "project")]);
  turn = 0;
  let sideAnswered: Promise<void> = Promise.resolve();
  server = await startLoopback(async (request, response) => {
    if (refusedStrictly(request, response)) return;
    const { tools = [], messages } = JSON.parse(request.body) as Wire;
    if (tools.length === 0) {
      const text = JSON.stringify({ selected_memories: chosen });
      sideAnswered = sendAnswer(response, { events: messageEvents({ blocks: [{ type: "text", text }] }) });
      return sideAnswered;
    }
    await sideAnswered;
    const isResult = messages.at(-1)?.content.some(({ type }) => type === "tool_result") === true;
    const calls = isResult ? [] : work(turn);
    const blocks = calls.length > 0 ? calls : [{ type: "text", text: `answer ${turn}` }];
    await sendAnswer(response, { events: messageEvents({ blocks }) });
  });
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function host(): Host {
  return {
    env: process.env,
    platform: process.platform,
    userHome: "/nowhere",
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    self: ["node"],
    now: () => new Date(),
    cwd: () => join(folder, "project"),
    onInterrupt: () => () => {},
  };
}

const openBook = () => openDaybook(host(), { home: join(folder, "home") });

async function newProcess(wish: Partial<SessionWish> = {}): Promise<OpenedSession> {
  const model = createAnthropicModel({ model: "claude-test", apiKey: "none", baseUrl: server.url });
  return createSession(await openBook(), { model, recall: "model", ...wish });
}

async function ask({ agent }: OpenedSession, prompt: string): Promise<void> {
  const outcomes: string[] = [];
  for await (const event of agent.run(prompt)) if (event.type === "turn-end") outcomes.push(event.outcome);
  expect(outcomes).toEqual(["answered"]);
  turn += 1;
}

async function fill(count: number, body: (number: number) => string): Promise<void> {
  const { store } = await openBook();
  for (let number = 0; number < count; number += 1) {
    const name = `topic ${number}`;
    const description = `what to know of subject${number} and theme${Math.floor(number / 2)}`;
    await store.save({ name, description, type: "project", body: body(number), source: "user" });
  }
}

const turns = (): Wire[] =>
  server.requests
    .map(({ body }) => withoutCacheMarks(body) as unknown as Wire)
    .filter(({ tools = [] }) => tools.length > 0);

/** Every text of a request, those within results too. */
function textsOf({ messages }: Wire): string[] {
  const inside = (part: Part): string[] =>
    typeof part.content === "string" ? [part.content] : (part.content?.flatMap(inside) ?? [part.text ?? ""]);
  return messages.flatMap(({ content }) => content.flatMap(inside));
}

/** Which memories a request holds, each as often as it does. */
const recalledIn = (request: Wire): string[] =>
  textsOf(request).flatMap((text) => /^<system-reminder>\nRecalled memory (\S+):/.exec(text)?.[1] ?? []);

describe("a session of 20 turns with recall and tools, resumed in the middle", () => {
  it("keeps its prefix, shows each memory once, and puts no text beside results", async () => {
    await fill(41, (number) => `MARK-${number}.`);
    const first = await newProcess();
    for (let number = 0; number < 10; number += 1) {
      chosen = [`project/topic-${39 - number}`];
      await ask(first, `What about subject${number} and theme${number}?`);
    }
    await first.close();
    const second = await newProcess({ resume: first.id });
    for (let number = 0; number < 10; number += 1) {
      chosen = [`project/topic-${39 - number}`, `project/topic-${number}`, "project/topic-40"];
      await ask(second, `Again: what about subject${number} and subject${number + 10}?`);
    }
    await second.close();

    const sent = turns();
    for (const [index, request] of sent.entries()) {
      const before = sent[index - 1] ?? request;
      expect(request.system).toEqual(before.system);
      expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
      const results = request.messages.filter(({ content }) =>
        content.some(({ type }) => type === "tool_result"),
      );
      expect(results.every(({ content }) => content.every(({ type }) => type === "tool_result"))).toBe(true);
    }
    const last = sent.at(-1) ?? sent[0];
    const shown = last === undefined ? [] : recalledIn(last);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBeGreaterThan(12);
    // The model had read this one itself.
    expect(shown).not.toContain("project/topic-40");
    // Chosen in a turn that called a tool, so delivered in it.
    expect(shown).toContain("project/topic-38");
  }, 600_000);

  it("never holds more than 61,440 bytes of recalled memories", async () => {
    await fill(41, (number) => `MARK-${number}. ${"部署".repeat(700)}`);
    const session = await newProcess();
    for (let number = 0; number < 12; number += 1) {
      chosen = [0, 1, 2, 3].map((more) => `project/topic-${39 - 4 * number - more}`);
      await ask(session, `What about subject${number} and theme${number} and subject${20 + number}?`);
    }
    await session.close();
    const last = turns().at(-1);
    const bytes = (last === undefined ? [] : textsOf(last))
      .filter((text) => text.startsWith("<system-reminder>\nRecalled memory"))
      .reduce((sum, text) => sum + countBytes(text), 0);
    expect(bytes).toBeLessThanOrEqual(61_440);
    expect(bytes).toBeGreaterThan(55_000);
    expect((await session.recall?.last())?.receipt).toMatchObject({ sessionBytes: bytes });
  }, 600_000);
});

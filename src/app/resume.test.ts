import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refusedStrictly } from "../../test/support/strict-server.ts";
import type { AgentEvent, TurnEnd } from "../agent/index.ts";
import { createAnthropicModel, createScriptedModel, type Model } from "../models/index.ts";
import {
  messageEvents,
  sendAnswer,
  startLoopback,
  withoutCacheMarks,
  type Loopback,
} from "../models/testing/index.ts";
import { openDaybook } from "./daybook.ts";
import type { Host } from "./host.ts";
import { createSession, type OpenedSession, type SessionWish } from "./session.ts";

interface Wire {
  system: { text: string }[];
  tools: { name: string }[];
  messages: { role: string; content: { type: string; text?: string; thinking?: string }[] }[];
}

let project = "";
let home = "";
let server: Loopback;
let answers: Record<string, unknown>[][] = [];
/** Whether the server takes all thinking for that of another conversation. */
let isBound = false;
const boundElsewhere =
  "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. " +
  'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';
let now = new Date("2026-11-29T10:00:00Z");
const open: OpenedSession[] = [];

beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-resume-")));
  project = join(folder, "project");
  home = join(folder, "home");
  await mkdir(project);
  execFileSync("git", ["init", "-q", project]);
  answers = [];
  isBound = false;
  now = new Date("2026-11-29T10:00:00Z");
  server = await startLoopback(async (request, response, number) => {
    if (refusedStrictly(request, response)) return;
    if (isBound && request.body.includes('"type":"thinking"')) {
      const body = { type: "error", error: { type: "invalid_request_error", message: boundElsewhere } };
      return sendAnswer(response, { status: 400, body });
    }
    const blocks = answers[number] ?? [said(`answer ${number}`)];
    await sendAnswer(response, { events: messageEvents({ blocks }) });
  });
});

afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
  await server.close();
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
    now: () => now,
    cwd: () => project,
    onInterrupt: () => () => {},
  };
}

const said = (text: string): Record<string, unknown> => ({ type: "text", text });
const thought = (text: string): Record<string, unknown> => ({
  type: "thinking",
  thinking: text,
  signature: "sig",
});
const claude = (name = "claude-test"): Model =>
  createAnthropicModel({ model: name, apiKey: "none", baseUrl: server.url });
const daybookNow = () => openDaybook(host(), { home });

/** What a new process would open. */
async function newProcess(wish: Partial<SessionWish> = {}): Promise<OpenedSession> {
  const session = await createSession(await daybookNow(), { model: claude(), recall: "lexical", ...wish });
  open.push(session);
  return session;
}

async function run({ agent }: OpenedSession, prompt: string): Promise<TurnEnd> {
  let last: AgentEvent | undefined;
  for await (const event of agent.run(prompt)) last = event;
  if (last?.type !== "turn-end") throw new Error("no turn-end");
  return last;
}

const requests = (): Wire[] => server.requests.map(({ body }) => withoutCacheMarks(body) as unknown as Wire);
const lastRequest = (): Wire => requests().at(-1) ?? { system: [], tools: [], messages: [] };
const newest = (): string => JSON.stringify(lastRequest().messages.at(-1));

function expectSharedPrefix(earlier: Wire, later: Wire): void {
  expect(later.system).toEqual(earlier.system);
  expect(later.tools).toEqual(earlier.tools);
  expect(later.messages.slice(0, earlier.messages.length)).toEqual(earlier.messages);
}

async function save(name: string): Promise<void> {
  const daybook = await daybookNow();
  await daybook.store.save({
    name,
    description: `when ${name}`,
    type: "feedback",
    body: name,
    source: "user",
  });
}

describe("a session that is gone on with", () => {
  it("sends what was sent before, byte for byte, and the new words behind it", async () => {
    await save("old wish");
    answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    expect(await run(first, "the port is 4711")).toMatchObject({ outcome: "answered" });
    await first.close();
    const [sent] = requests();
    const second = await newProcess({ resume: "latest" });
    expect(second.id).toBe(first.id);
    expect(second.said.join()).toContain("just now");
    await run(second, "which port?");
    const again = lastRequest();
    if (sent === undefined) throw new Error("nothing sent");
    expectSharedPrefix(sent, again);
    expect(again.messages[1]).toEqual({ role: "assistant", content: [thought("hm"), said("I know.")] });
    expect(again.messages[2]?.content).toEqual([said("which port?")]);
  });

  it("learns in the newest message what changed since, once", async () => {
    await save("old wish");
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    await save("new wish");
    now = new Date("2026-12-02T10:00:00Z");
    const second = await newProcess({ resume: first.id });
    await run(second, "two");
    const [sent] = requests();
    if (sent === undefined) throw new Error("nothing sent");
    expectSharedPrefix(sent, lastRequest());
    expect(newest()).toContain("- [new wish](new-wish.md) — when new wish");
    expect(newest()).not.toContain("old-wish.md");
    expect(newest()).toContain("2026-12-02");
    expect(newest()).toContain("3 days since the last message");
    await run(second, "three");
    expect(newest()).not.toContain("new-wish.md");
    await second.close();
    const before = lastRequest();
    const third = await newProcess({ resume: first.id });
    await run(third, "four");
    expectSharedPrefix(before, lastRequest());
    expect(lastRequest().messages.at(-1)?.content).toEqual([said("four")]);
    await third.close();
    await save("newest wish");
    const fourth = await newProcess({ resume: first.id });
    await run(fourth, "five");
    expect(newest()).toContain("newest-wish.md");
    expect(newest()).not.toContain("(new-wish.md)");
  });

  it("says nothing of a rest of two hours, and of one of a day or more how long it was", async () => {
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    now = new Date("2026-11-29T12:00:00Z");
    const second = await newProcess({ resume: "latest" });
    await run(second, "two");
    expect(newest()).not.toContain("since the last message");
    await second.close();
    now = new Date("2026-11-30T13:00:00Z");
    const third = await newProcess({ resume: "latest" });
    await run(third, "three");
    expect(newest()).toContain("1 day since the last message");
  });

  it("goes on with another model without the thinking of the first, under a context of its own", async () => {
    answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    const second = await newProcess({ resume: "latest", model: claude("claude-other") });
    await run(second, "two");
    expect(JSON.stringify(lastRequest().messages)).not.toContain('"thinking"');
    second.agent.useModel(claude());
    await run(second, "three");
    expect(lastRequest().messages).toHaveLength(5);
    await second.close();
    const records = await recordsOf(first.id);
    expect(records.filter(({ type }) => type === "context").map(({ model }) => model)).toEqual([
      "anthropic/claude-test",
      "anthropic/claude-other",
      "anthropic/claude-test",
    ]);
  });

  it("is sent once more without its thinking when the provider binds that to another conversation", async () => {
    answers = [[thought("hm"), said("I know.")]];
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    isBound = true;
    const second = await newProcess({ resume: "latest" });
    expect(await run(second, "two")).toMatchObject({ outcome: "answered" });
    expect(requests()).toHaveLength(3);
    await second.close();
    const third = await newProcess({ resume: "latest" });
    expect(await run(third, "three")).toMatchObject({ outcome: "answered" });
    expect(requests()).toHaveLength(4);
  });

  it("is forked when another process has it, and both go on", async () => {
    const first = await newProcess();
    await run(first, "one");
    const second = await newProcess({ resume: first.id });
    expect(second.id).not.toBe(first.id);
    expect(second.said.join()).toContain(`fork of it: ${second.id}`);
    await run(second, "two");
    await run(first, "three");
    expect(lastRequest().messages.map(({ content }) => content.at(-1)?.text)).toEqual([
      "one",
      "answer 0",
      "three",
    ]);
  });

  it("is as it was after a compaction: the same bytes as the live one would send", async () => {
    const side = [{ match: "Summarise a conversation", text: "SUMMARY of it" }];
    const turns = Array.from({ length: 12 }, (_, number) => ({ text: `${number} ${"words ".repeat(600)}` }));
    const sent: string[] = [];
    const model = (): Model => {
      const scripted = createScriptedModel({ turns, side }, { window: 12_000 });
      return {
        info: scripted.info,
        stream(request, options) {
          if (request.side !== true) sent.push(JSON.stringify(request));
          return scripted.stream(request, options);
        },
      };
    };
    const first = await newProcess({ model: model() });
    for (let turn = 0; turn < 8; turn += 1)
      expect((await run(first, `turn ${turn}`)).outcome).toBe("answered");
    expect(sent.at(-1)).toContain("SUMMARY of it");
    const live = first.agent.messages().map(({ role, content }) => ({ role, content }));
    await first.close();
    const second = await newProcess({ resume: "latest", model: model() });
    expect(second.agent.messages().map(({ role, content }) => ({ role, content }))).toEqual(live);
    const before = JSON.parse(sent.at(-1) ?? "{}") as { system: string[]; messages: unknown[] };
    await run(second, "go on");
    const after = JSON.parse(sent.at(-1) ?? "{}") as { system: string[]; messages: unknown[] };
    expect(after.system).toEqual(before.system);
    expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
  });

  it("has a result for a call that a kill interrupted, and tells the person", async () => {
    const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "date" } };
    answers = [[thought("I look"), said("Looking."), call], [said("It is noon.")]];
    const first = await newProcess();
    await run(first, "the port is 4711; what time is it?");
    await first.close();
    const file = await fileOf(first.id);
    const lines = (await readFile(file, "utf8")).split("\n");
    const at = lines.findIndex((line) => line.includes('"type":"assistant"'));
    await writeFile(file, `${lines.slice(0, at + 1).join("\n")}\n{"type":"tool_result","n":4,"ts"`);
    const second = await newProcess({ resume: "latest" });
    expect(second.said.join()).toMatch(/1 interrupted call/u);
    expect(await run(second, "and the port?")).toMatchObject({ outcome: "answered" });
    const [, answered, results, prompt] = lastRequest().messages;
    expect(JSON.stringify(lastRequest().messages[0])).toContain("4711");
    expect(answered?.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use"]);
    expect(results?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: "Interrupted before it finished; the result is unknown.",
        is_error: true,
      },
    ]);
    expect(prompt?.content).toEqual([said("and the port?")]);
    await second.close();
    const before = lastRequest();
    const third = await newProcess({ resume: "latest" });
    expect(third.said.join()).not.toContain("interrupted");
    await run(third, "once more");
    expectSharedPrefix(before, lastRequest());
  });

  it("is not told of memory when it goes on without, and has it again when it goes on with it", async () => {
    await save("old wish");
    const first = await newProcess();
    await run(first, "one");
    await first.close();
    const second = await newProcess({ resume: "latest", memory: false });
    await run(second, "two");
    expect(JSON.stringify(lastRequest())).not.toMatch(/old-wish|"Memory"/u);
    expect(lastRequest().messages).toHaveLength(3);
    await second.close();
    const third = await newProcess({ resume: "latest" });
    await run(third, "three");
    expect(JSON.stringify(lastRequest().system)).toContain("old-wish.md");
    expect(lastRequest().tools.map(({ name }) => name)).toContain("Memory");
  });

  it("opens a history of ten windows without a model that could summarise it", async () => {
    const turns = Array.from({ length: 120 }, (_, number) => ({
      text: `${number} ${"words ".repeat(2_600)}`,
    }));
    const first = await newProcess({ model: createScriptedModel({ turns }, { window: 10_000_000 }) });
    for (let turn = 0; turn < 32; turn += 1) await run(first, `wish ${turn}`);
    await first.close();
    const small = createScriptedModel({ turns: [...turns, ...turns] }, { window: 32_768 });
    const second = await newProcess({ resume: "latest", model: small });
    const notes: string[] = [];
    let outcome = "";
    for await (const event of second.agent.run("and now?")) {
      if (event.type === "note") notes.push(event.text);
      if (event.type === "turn-end") ({ outcome } = event);
    }
    expect(outcome).toBe("answered");
    expect(notes.join()).toContain("could not be summarised and are left out");
    expect(second.agent.messages().length).toBeLessThan(12);
    expect(JSON.stringify(second.agent.messages())).toContain("wish 31");
    expect((await recordsOf(first.id)).filter(({ type }) => type === "user")).toHaveLength(33);
  });

  it("names itself in the memories it saves", async () => {
    answers = [
      [
        {
          type: "tool_use",
          id: "toolu_1",
          name: "Memory",
          input: {
            action: "save",
            type: "feedback",
            name: "tabs",
            description: "when indenting",
            body: "tabs",
          },
        },
      ],
    ];
    const session = await newProcess();
    await run(session, "use tabs");
    expect(await readFile(join(home, "memory", "tabs.md"), "utf8")).toContain(`session: ${session.id}`);
  });

  it("leaves nothing on the disk before the first prompt", async () => {
    const session = await newProcess();
    await session.agent.context();
    for await (const _ of session.agent.compact());
    await session.close();
    expect(await readdir(home).catch(() => [])).toEqual([]);
    const none = await newProcess({ resume: "latest" });
    expect(none.said.join()).toContain("no earlier session");
  });
});

async function fileOf(id: string): Promise<string> {
  const [folder = ""] = await readdir(join(home, "projects"));
  return join(home, "projects", folder, "sessions", `${id}.jsonl`);
}

async function recordsOf(id: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(await fileOf(id), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

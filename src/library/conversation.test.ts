import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel, type Model, type Script } from "../models/index.ts";
import type { ExtractionNews } from "../extraction/index.ts";
import type { SessionRecord } from "../sessions/index.ts";
import { createAnthropicMemory } from "./anthropic.ts";
import { openDaybook, openModel, type DaybookOptions, type OpenDaybook } from "./index.ts";

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-conversation-")));
  await mkdir(join(folder, "project"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<DaybookOptions> = {}): Promise<OpenDaybook> {
  return openDaybook({ cwd: join(folder, "project"), home: join(folder, "home"), ...options });
}

async function withDeploy(options: Partial<DaybookOptions> = {}): Promise<OpenDaybook> {
  const daybook = await open(options);
  await daybook.store.save({
    type: "project",
    name: "staging deploy",
    description: "when deploying to staging",
    body: "Staging is deployed with `make ship-staging`, never by hand.",
    source: "user",
  });
  return daybook;
}

/** What stands in the logs of all sessions. */
async function logged(): Promise<SessionRecord[]> {
  const files = await readdir(join(folder, "home", "projects"), { recursive: true });
  const logs = files.filter((file) => /sessions\/.*\.jsonl$/.test(file)).toSorted();
  const texts = await Promise.all(
    logs.map((file) => readFile(join(folder, "home", "projects", file), "utf8")),
  );
  return texts.flatMap((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
}

const wish = "from now on begin commits with feat: or fix:";
const note = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message",
  body: "Begin with feat: or fix:.\n**Why:** the changelog.\n**How to apply:** always.",
  quote: wish,
};
const noting: Script = {
  turns: [{ text: "Noted." }],
  side: [{ match: "take the notes", text: JSON.stringify({ operations: [note] }) }],
};

describe("a turn that fails", () => {
  it("leaves its memories to be brought by the next one, and nothing in the log", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    expect(await memory.recall("deploy to staging")).toHaveLength(1);
    await memory.turnFailed();
    expect(await memory.recall("please deploy to staging")).toHaveLength(1);
    await memory.turnEnded({ prompt: "please deploy to staging", answer: "Done." });
    expect(await memory.recall("deploy to staging once more")).toEqual([]);
    await memory.turnFailed();
    // What earlier turns hold stays there.
    expect(await memory.recall("deploy to staging once more")).toEqual([]);
    await daybook.close();
    const users = (await logged()).filter(({ type }) => type === "user");
    expect(users).toMatchObject([
      { from: ["person", expect.stringMatching(/^recall:project\/staging-deploy@/)] },
    ]);
  });

  it("may be sent again with the texts it had, which the log then tells from the person's words", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    const texts = await memory.recall("deploy to staging");
    await memory.turnFailed();
    await memory.recall("what is the time?");
    await memory.turnEnded({ prompt: "what is the time?", answer: "Noon." });
    await memory.sentAgain(texts);
    await memory.turnEnded({ prompt: "deploy to staging", answer: "Done." });
    expect(await memory.recall("deploy to staging once more")).toEqual([]);
    await daybook.close();
    const users = (await logged()).filter(({ type }) => type === "user");
    expect(users).toMatchObject([
      { from: ["person"] },
      { from: ["person", expect.stringMatching(/^recall:project\/staging-deploy@/)] },
    ]);
  });
});

describe("turns", () => {
  it("are recorded one after the other, whoever waits for them", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    const ends = [
      memory.recall("deploy to staging"),
      memory.turnEnded({ prompt: "deploy to staging", answer: "one" }),
      memory.recall("what is the time?"),
      memory.turnEnded({ prompt: "what is the time?", answer: "two" }),
      memory.close(),
    ];
    await Promise.all(ends);
    await daybook.close();
    const said = (await logged()).filter(({ type }) => type === "user" || type === "assistant");
    expect(said).toMatchObject([
      { type: "user", from: ["person", expect.stringContaining("recall:")] },
      { type: "assistant", content: [{ text: "one" }] },
      { type: "user", from: ["person"] },
      { type: "assistant", content: [{ text: "two" }] },
    ]);
  });

  it("without words leave no empty text, and a session goes on from them", async () => {
    const daybook = await open({ model: createScriptedModel({ turns: [{ text: "ok" }, { text: "ok" }] }) });
    const memory = daybook.conversation();
    await memory.turnEnded({ prompt: "", answer: "" });
    await memory.close();
    const session = await daybook.createSession({ resume: memory.id });
    const ends = [];
    for await (const event of session.agent.run("go on")) if (event.type === "turn-end") ends.push(event);
    expect(ends).toMatchObject([{ outcome: "answered" }]);
    await daybook.close();
    const texts = (await logged()).flatMap((record) => ("content" in record ? (record.content ?? []) : []));
    expect(texts.filter((block) => block["text"] === "")).toEqual([]);
  });

  it("that are no turns are refused with what to do", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    expect(await memory.recall(undefined as unknown as string)).toEqual([]);
    const wrong = { prompt: "a" } as { prompt: string; answer: string };
    await expect(memory.turnEnded(wrong)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("`answer`"),
    });
    await memory.close();
    expect(await memory.recall("deploy to staging")).toEqual([]);
    await expect(memory.turnEnded({ prompt: "a", answer: "b" })).rejects.toMatchObject({ code: "invalid" });
    await daybook.close();
  });
});

describe("options that are none", () => {
  it("are refused by name", async () => {
    const bogus = "sometimes" as "auto";
    await expect(open({ recall: bogus })).rejects.toMatchObject({
      code: "invalid",
      message: '"sometimes" is no mode of recall. There are: auto, model, lexical, off.',
    });
    await expect(open({ extract: bogus })).rejects.toMatchObject({ code: "invalid" });
    const daybook = await open();
    expect(() => daybook.conversation({ recall: bogus })).toThrow("no mode of recall");
    await expect(daybook.createSession({ recall: bogus })).rejects.toThrow("no mode of recall");
  });

  it.each([
    [{ model: "" }, "openModel needs `model`"],
    [{ model: "anthropic/claude-sonnet-5" }, "as `apiKey`"],
    [{ model: "openai/gpt-x" }, "as `apiKey`"],
    [{ model: "openai/gpt-x", baseUrl: "there" }, "Give `baseUrl` as in"],
    [{ model: "claude-sonnet-5", apiKey: "k" }, "with its provider"],
    [{ model: "scripted" }, "with its provider"],
  ])("of openModel %o are told in words of the library", async (options, sentence) => {
    const error = await openModel(options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "no-model", message: expect.stringContaining(sentence) });
    expect(String(error)).not.toMatch(/--|ANTHROPIC_|OPENAI_/);
  });
});

describe("notes", () => {
  const turn = { prompt: wish, answer: "Noted." };
  /** Of the same provider; its process ends before it has answered. */
  const silent: Model = {
    info: createScriptedModel(noting).info,
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
  };

  it.each([
    ["openDaybook", { model: createScriptedModel(noting) }, {}],
    ["conversation", {}, { model: createScriptedModel(noting) }],
  ])("that an earlier process left are taken with the model of %s", async (_who, first, later) => {
    const before = await open({ model: silent, extract: "auto" });
    const left = before.conversation();
    await left.turnEnded(turn);
    await left.close();
    const daybook = await open({ ...first, extract: "auto" });
    const told: ExtractionNews[] = [];
    daybook.onNotes((news) => told.push(news));
    daybook.conversation(later);
    await daybook.close();
    expect(told).toMatchObject([{ session: left.id, noted: [{ id: "user/commit-prefix" }] }]);
    expect(await daybook.store.read("commit-prefix")).toMatchObject({ session: left.id });
  });

  it("that wait for the person's word are told and stand in the inbox", async () => {
    const daybook = await open({ model: createScriptedModel(noting), extract: "review" });
    const news: ExtractionNews[] = [];
    daybook.onNotes((one) => news.push(one));
    const memory = daybook.conversation();
    await memory.turnEnded(turn);
    await daybook.close();
    expect(news).toMatchObject([{ session: memory.id, proposed: 1 }]);
    const { proposals } = await daybook.inbox.list();
    expect(proposals).toHaveLength(1);
    const [proposal] = proposals;
    if (proposal !== undefined) await daybook.inbox.accept(proposal);
    expect(await daybook.store.read("commit-prefix")).toMatchObject({ name: "commit prefix" });
  });

  it("become a reminder behind the next prompt in mode nudge, which the log tells from the person's words", async () => {
    const daybook = await open({ extract: "nudge" });
    const memory = daybook.conversation();
    expect(await memory.recall(wish)).toEqual([]);
    await memory.turnEnded(turn);
    const [reminder, ...more] = await memory.recall("write a commit message");
    expect(reminder).toContain("<system-reminder>");
    expect(more).toEqual([]);
    expect(memory.recalled()).toEqual([]);
    // It reached nobody: the next prompt has it.
    await memory.turnFailed();
    expect(await memory.recall("write a commit message")).toEqual([reminder]);
    await memory.turnEnded({ prompt: "write a commit message", answer: "feat: x" });
    expect(await memory.recall("and another")).toEqual([]);
    await daybook.close();
    expect((await logged()).filter(({ type }) => type === "user")).toMatchObject([
      { from: ["person"] },
      { from: ["person", "note"] },
    ]);
  });
});

describe("tools", () => {
  it("tell the model how the person of another agent takes a change back", async () => {
    const daybook = await open();
    const input = { action: "save", type: "user", name: "tea", description: "d", body: "Green." };
    const result = await daybook.conversation().tools[0]?.execute(input);
    expect(result?.content).toContain("The person can take it back with daybook undo.");
  });

  it("of Anthropic's form belong to a conversation: seen, logged, and not noted once more", async () => {
    const daybook = await withDeploy({
      model: createScriptedModel(noting),
      extract: "auto",
      recall: "lexical",
    });
    const conversation = daybook.conversation();
    const memory = createAnthropicMemory({ conversation });
    await conversation.recall(wish);
    await memory.view({ path: "/memories/project/staging-deploy.md" });
    await memory.create({ path: "/memories/user/prefix.md", file_text: "Begin with feat: or fix:.\n" });
    await expect(memory.delete({ path: "/memories/user/none.md" })).rejects.toThrow("does not exist");
    await conversation.turnEnded(turnOf(wish));
    expect(await conversation.recall("deploy to staging please")).toEqual([]);
    await daybook.close();
    expect((await daybook.store.read("prefix")).session).toBe(conversation.id);
    await expect(daybook.store.read("commit-prefix")).rejects.toThrow("commit-prefix");
    const results = (await logged()).filter(({ type }) => type === "tool_result");
    expect(results).toMatchObject([
      { memories: [expect.stringMatching(/^project\/staging-deploy@/)] },
      { memories: [expect.stringMatching(/^user\/prefix@/)] },
      { content: [{ is_error: true }] },
    ]);
    expect((await memory.systemBlocks())[0]?.text).toContain("Save with the tool memory");
  });

  it("of Anthropic's form work over an opened daybook", async () => {
    const daybook = await open();
    await createAnthropicMemory({ daybook, session: "s-1" }).create({
      path: "/memories/user/tea.md",
      file_text: "Green.\n",
    });
    expect((await daybook.store.read("tea")).session).toBe("s-1");
  });
});

function turnOf(prompt: string): { prompt: string; answer: string } {
  return { prompt, answer: "Done." };
}

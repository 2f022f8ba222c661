import { appendFile, mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel, type Script } from "../models/index.ts";
import { openDaybook, type DaybookOptions, type OpenDaybook } from "./index.ts";

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-resume-conversation-")));
  await mkdir(join(folder, "project"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<DaybookOptions> = {}): Promise<OpenDaybook> {
  return openDaybook({ cwd: join(folder, "project"), home: join(folder, "home"), ...options });
}

const prompt = "deploy to staging";

/** A conversation of an earlier process, which was brought a memory and read another. */
async function leaveSession(options: Partial<DaybookOptions> = {}): Promise<string> {
  const daybook = await open(options);
  const deploy = {
    type: "project",
    name: "staging deploy",
    description: "when deploying to staging",
  } as const;
  await daybook.store.save({ ...deploy, body: "Use `make ship-staging`.", source: "user" });
  const tea = { type: "user", name: "tea", description: "which tea to buy" } as const;
  await daybook.store.save({ ...tea, body: "Green.", source: "user" });
  const memory = daybook.conversation();
  expect(await memory.recall(prompt)).toHaveLength(1);
  await memory.tools[0]?.execute({ action: "read", slug: "tea" });
  await memory.turnEnded({ prompt, answer: "Done." });
  await daybook.close();
  return memory.id;
}

async function logOf(id: string): Promise<string> {
  const files = await readdir(join(folder, "home", "projects"), { recursive: true });
  const path = files.find((file) => file.endsWith(`${id}.jsonl`)) ?? "";
  return join(folder, "home", "projects", path);
}

describe("a conversation that goes on", () => {
  it("keeps its session, has what was said, and is not brought again what it was brought or read", async () => {
    const id = await leaveSession();
    const daybook = await open();
    const [listed] = await daybook.sessions.list();
    expect(listed?.id).toBe(id);
    const memory = await daybook.resumeConversation(id);
    expect(memory.id).toBe(id);
    expect(memory.said).toMatchObject([expect.stringContaining("last message")]);
    expect(memory.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(memory.messages[0]).toEqual({
      role: "user",
      content: [
        { type: "text", text: prompt },
        { type: "text", text: expect.stringContaining("make ship-staging") },
      ],
    });
    expect(memory.messages.at(-1)?.content).toEqual([{ type: "text", text: "Done." }]);
    expect(await memory.recall("deploy to staging, please")).toEqual([]);
    expect(await memory.recall("which tea shall I buy?")).toEqual([]);
    const another = daybook.conversation();
    expect(await another.recall("deploy to staging, please")).toHaveLength(1);
    await memory.turnEnded({ prompt: "deploy to staging, please", answer: "Again." });
    await daybook.close();
    expect(await readFile(await logOf(id), "utf8")).toContain("Again.");
  });

  it("is the newest one where the wish says so, and a new one where there is none", async () => {
    const none = await open();
    const fresh = await none.resumeConversation("latest");
    expect(fresh).toMatchObject({ messages: [], said: [expect.stringContaining("no earlier session")] });
    await none.close();
    const id = await leaveSession();
    const daybook = await open();
    expect((await daybook.resumeConversation("latest")).id).toBe(id);
    await daybook.close();
  });

  it("is mended as a resume of the chat is, and says so", async () => {
    const id = await leaveSession();
    await appendFile(await logOf(id), '{"type":"assistant","n":');
    const daybook = await open();
    const memory = await daybook.resumeConversation(id);
    expect(memory.said.join("\n")).toMatch(/torn|cut|repair/i);
    expect(memory.messages).toHaveLength(4);
    await memory.turnEnded({ prompt: "next", answer: "Fine." });
    await daybook.close();
    const later = await open();
    const again = await later.resumeConversation(id);
    expect(again.said).toMatchObject([expect.stringMatching(/^last message/)]);
    expect(again.messages.slice(-2)).toMatchObject([
      { content: [{ text: "next" }] },
      { content: [{ text: "Fine." }] },
    ]);
    await later.close();
  });

  it("is told once how long it rested, which the log tells from the person's words", async () => {
    const id = await leaveSession();
    const now = (): Date => new Date(Date.now() + 3 * 24 * 60 * 60 * 1000 + 60_000);
    const daybook = await open({ now });
    const memory = await daybook.resumeConversation(id);
    const [note, ...more] = await memory.recall("what is the time?");
    expect(note).toContain("3 days since the last message");
    expect(more).toEqual([]);
    await memory.turnEnded({ prompt: "what is the time?", answer: "Noon." });
    expect(await memory.recall("and now?")).toEqual([]);
    await daybook.close();
    const lines = (await readFile(await logOf(id), "utf8")).trim().split("\n");
    const users = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "user");
    expect(users.at(-1)).toMatchObject({ from: ["person", "note"] });
  });

  it("takes an earlier prompt that is sent again with the texts it had", async () => {
    const id = await leaveSession();
    const daybook = await open();
    const memory = await daybook.resumeConversation(id);
    const texts = (memory.messages[0]?.content ?? []).slice(1).map((block) => String(block["text"]));
    await memory.sentAgain(texts);
    await memory.turnEnded({ prompt, answer: "Once more." });
    await daybook.close();
    const lines = (await readFile(await logOf(id), "utf8")).trim().split("\n");
    const users = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "user");
    expect(users.at(-1)).toMatchObject({ from: ["person", expect.stringMatching(/^recall:/)] });
  });

  it("is a copy while another one has it open, and lets go of it in the end", async () => {
    const id = await leaveSession();
    const daybook = await open();
    const first = await daybook.resumeConversation(id);
    const copy = await daybook.resumeConversation(id);
    expect(copy.id).not.toBe(id);
    expect(copy.said[0]).toContain("in a copy");
    expect(copy.messages).toEqual(first.messages);
    await first.close();
    expect((await daybook.resumeConversation(id)).id).toBe(id);
    await daybook.close();
    const later = await open();
    expect((await later.resumeConversation(id)).id).toBe(id);
    await later.close();
  });

  it("has its next turns read for notes", async () => {
    const wish = "from now on begin commits with feat: or fix:";
    const body = "Begin with feat: or fix:.\n**Why:** the changelog.\n**How to apply:** always.";
    const note = {
      op: "create",
      type: "feedback",
      name: "commit prefix",
      description: "commits",
      body,
      quote: wish,
    };
    const noting: Script = {
      turns: [],
      side: [{ match: "take the notes", text: JSON.stringify({ operations: [note] }) }],
    };
    const id = await leaveSession();
    const daybook = await open({ model: createScriptedModel(noting), extract: "auto", recall: "lexical" });
    const memory = await daybook.resumeConversation(id);
    await memory.turnEnded({ prompt: wish, answer: "I will." });
    await daybook.close();
    expect(await daybook.store.read("commit-prefix")).toMatchObject({ session: id, source: "extracted" });
  });

  it.each([
    ["20310101-000000-abcd", "not-found"],
    ["../../x", "invalid"],
  ])("%s is refused as %s", async (id, code) => {
    const daybook = await open();
    await expect(daybook.resumeConversation(id)).rejects.toMatchObject({ code });
    await daybook.close();
  });
});

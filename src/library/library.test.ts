import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedModel, type Script } from "../models/index.ts";
import { openDaybook, type DaybookOptions, type OpenDaybook } from "./index.ts";

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-library-")));
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

describe("openDaybook", () => {
  it("makes nothing on disk by reading", async () => {
    const daybook = await open();
    const memory = daybook.conversation();
    expect((await memory.systemBlocks()).join("\n")).toContain("(No memories saved yet.)");
    expect(await daybook.sessions.list()).toEqual([]);
    await daybook.close();
    await expect(realpath(join(folder, "home"))).rejects.toThrow("ENOENT");
  });

  it("gives the guide and both indexes, and the same bytes for as long as the conversation lasts", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    const [guide, user, project, ...more] = await memory.systemBlocks();
    expect(more).toEqual([]);
    expect(guide).toContain("# Memory");
    expect(user).toContain("(No memories saved yet.)");
    expect(project).toContain("- [staging deploy](staging-deploy.md)");
    await daybook.store.save({ type: "user", name: "n", description: "d", body: "b", source: "user" });
    expect(await memory.systemBlocks()).toEqual([guide, user, project]);
    expect((await daybook.conversation().systemBlocks())[1]).toContain("- [n](n.md)");
    await daybook.close();
  });

  it("recalls what matters to a prompt, once a conversation", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    const [block, ...more] = await memory.recall("deploy to staging please");
    expect(block).toContain("make ship-staging");
    expect(more).toEqual([]);
    expect(memory.recalled()).toEqual([{ id: "project/staging-deploy", name: "staging deploy" }]);
    expect((await memory.receipt())?.delivered).toMatchObject([{ id: "project/staging-deploy" }]);
    expect(await memory.recall("deploy to staging again")).toEqual([]);
    expect(memory.recalled()).toEqual([]);
    expect((await memory.receipt())?.dropped).toEqual([{ id: "project/staging-deploy", reason: "shown" }]);
    expect(await daybook.conversation().recall("deploy to staging")).toHaveLength(1);
    expect(await memory.recall("what is the weather like?")).toEqual([]);
    await daybook.close();
  });

  it("does not recall what a tool has read or saved; a wrong call says what to do", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    const [tool] = memory.tools;
    expect(tool?.name).toBe("Memory");
    const read = await tool?.execute({ action: "read", slug: "staging-deploy" });
    expect(read?.content).toContain("make ship-staging");
    expect(await memory.recall("deploy to staging please")).toEqual([]);
    const wrong = await tool?.execute({ action: "forget" });
    expect(wrong).toMatchObject({ isError: true, content: expect.stringContaining("save") });
    await daybook.close();
  });

  it("records finished turns as a session that names the evidence, and makes no turn of another's words", async () => {
    const daybook = await withDeploy();
    const memory = daybook.conversation();
    await memory.recall("deploy to staging");
    await memory.tools[0]?.execute({
      action: "save",
      type: "feedback",
      name: "ask first",
      description: "before deploying",
      body: "Ask.",
    });
    await memory.turnEnded({ prompt: "deploy to staging", answer: "Done." });
    await daybook.close();
    expect(await daybook.sessions.list()).toMatchObject([
      { id: memory.id, firstPrompt: "deploy to staging" },
    ]);
    expect((await daybook.store.read("ask-first")).session).toBe(memory.id);
  });
});

const noting: Script = {
  turns: [{ text: "Noted." }],
  side: [
    {
      match: "take the notes",
      text: JSON.stringify({
        operations: [
          {
            op: "create",
            type: "feedback",
            name: "commit prefix",
            description: "when writing a commit message",
            body: "Begin with feat: or fix:.\n**Why:** the changelog.\n**How to apply:** always.",
            quote: "from now on begin commits with feat: or fix:",
          },
        ],
      }),
    },
  ],
};

describe("notes of finished turns", () => {
  const turn = { prompt: "from now on begin commits with feat: or fix:", answer: "Noted." };

  it("are taken in the background, and are there when the book is closed", async () => {
    const daybook = await open({ model: createScriptedModel(noting), extract: "auto", recall: "lexical" });
    const memory = daybook.conversation();
    await memory.recall(turn.prompt);
    await memory.turnEnded(turn);
    await daybook.close();
    expect(await daybook.store.read("commit-prefix")).toMatchObject({
      source: "extracted",
      session: memory.id,
    });
  });

  it.each([
    ["by a script unasked", () => ({ model: createScriptedModel(noting) })],
    ["without a model", () => ({ extract: "auto" as const })],
  ])("are not taken %s", async (_why, options) => {
    const daybook = await open({ ...options(), recall: "lexical" });
    await daybook.conversation().turnEnded(turn);
    await daybook.close();
    await expect(daybook.store.read("commit-prefix")).rejects.toThrow("commit-prefix");
  });

  it("are not taken of a turn in which the agent saved itself", async () => {
    const daybook = await open({ model: createScriptedModel(noting), extract: "auto", recall: "lexical" });
    const memory = daybook.conversation();
    const input = { action: "save", type: "user", name: "other", description: "d", body: "b" };
    expect(await memory.tools[0]?.execute(input)).toMatchObject({ isError: false });
    await memory.turnEnded(turn);
    await daybook.close();
    await expect(daybook.store.read("commit-prefix")).rejects.toThrow("commit-prefix");
  });

  it("createSession runs daybook's own agent", async () => {
    const daybook = await open({ model: createScriptedModel(noting) });
    const session = await daybook.createSession();
    let last;
    for await (const event of session.agent.run("hello")) last = event;
    expect(last).toMatchObject({ type: "turn-end", outcome: "answered", text: "Noted." });
    await daybook.close();
    expect(await daybook.sessions.latest()).toBe(session.id);
    await expect((await open()).createSession()).rejects.toMatchObject({ code: "no-model" });
  });
});

import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAnthropicMemory } from "./anthropic.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "daybook-anthropic-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("daybook/anthropic", () => {
  it("is a backend for the SDK's memory tool as it is, over a plain folder", async () => {
    const tool = betaMemoryTool(createAnthropicMemory({ root: join(folder, "notes") }));
    expect(tool).toMatchObject({ type: "memory_20250818", name: "memory" });
    const create = { command: "create", path: "/memories/a.md", file_text: "one\n" } as const;
    expect(await tool.run(create)).toBe("File created successfully at: /memories/a.md");
    await expect(async () => tool.run(create)).rejects.toThrow(/^File \/memories\/a\.md already exists$/);
    expect(await readFile(join(folder, "notes", "a.md"), "utf8")).toBe("one\n");
  });

  it("keeps memories of a person and a project, and tells of them in the system", async () => {
    const memory = createAnthropicMemory({ cwd: folder, home: join(folder, "home"), session: "thread-7" });
    expect(await readdir(folder)).toEqual([]);
    const tool = betaMemoryTool(memory, { cache_control: { type: "ephemeral" } });
    await tool.run({
      command: "create",
      path: "/memories/project/freeze.md",
      file_text: "Freeze from 2031-06-03.",
    });
    const [projects] = await readdir(join(folder, "home", "projects"));
    const file = join(folder, "home", "projects", projects ?? "", "memory", "freeze.md");
    expect(await readFile(file, "utf8")).toMatch(/\nsource: agent\nsession: thread-7\n---\nFreeze from/);
    const blocks = await memory.systemBlocks();
    expect(blocks.at(-1)).toMatchObject({
      type: "text",
      text: expect.stringContaining("- [freeze](freeze.md) — Freeze from 2031-06-03."),
      cache_control: { type: "ephemeral" },
    });
    expect(blocks[0]?.text).toContain("Save with the tool memory, command create");
  });

  it("fails at the first command where the home cannot be opened, and again at the next", async () => {
    await rm(folder, { recursive: true });
    const memory = createAnthropicMemory({ root: "/dev/null/memories" });
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(memory.view({ path: "/memories" })).rejects.toThrow(/a part of the path is a file/);
    }
    await expect(memory.systemBlocks()).resolves.toEqual([]);
  });
});

import { existsSync } from "node:fs";
import { readFile, readdir, stat, truncate, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createBashTool, type BashToolOptions } from "./bash-tool.ts";
import { createReadTool } from "./read-tool.ts";
import { call, createWorkspace, type Called, type Workspace } from "./workspace.fixture.ts";

let space: Workspace;

beforeEach(async () => {
  space = await createWorkspace({ git: true });
});

function bash(
  command: string,
  { options = {} }: { options?: Partial<BashToolOptions> } = {},
): Promise<Called> {
  return call(createBashTool({ ...space.options, ...options }), { command }, { answer: "allow" });
}

describe("createKeptOutput, with Bash", () => {
  it("shows beginning and end of 50 MB and keeps all of it in a private file that Read reads", async () => {
    const before = process.memoryUsage().rss;
    const outcome = await bash("echo first; yes 0123456789abcdef | head -c 52428800; echo; echo last");
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(outcome.isError).toBe(false);
    expect(outcome.content.length).toBeLessThan(31_000);
    expect(outcome.content).toMatch(/^first\n0123456789abcdef\n/u);
    expect(outcome.content).toMatch(/\nlast$/u);
    const path = /all of it is in (\S+),/u.exec(outcome.content)?.[1] ?? "";
    expect(path.startsWith(space.options.outputFolder)).toBe(true);
    const facts = await stat(path);
    expect([facts.size, facts.mode & 0o777]).toEqual([52_428_800 + 12, 0o600]);
    const read = await call(createReadTool(space.options), { file_path: path, offset: 3_000_000, limit: 2 });
    expect(read).toMatchObject({ isError: false, asked: null });
    expect(read.content).toBe(
      "(the file has 50.0 MB; lines 3000000-3000001, go on with offset 3000002)\n3000000\t0123456789abcdef\n3000001\t0123456789abcdef",
    );
  });

  it("keeps what is just too long, of reading commands too", async () => {
    await space.put({ "project/long.txt": `${"数".repeat(40)}\n`.repeat(1_000) });
    for (const outcome of [await bash("cat long.txt"), await bash("cat long.txt | cat")]) {
      expect(outcome.content).toContain("the output has 121000 bytes");
      const path = /all of it is in (\S+),/u.exec(outcome.content)?.[1] ?? "";
      expect(await readFile(path, "utf8")).toBe(await readFile(join(space.project, "long.txt"), "utf8"));
    }
  });

  it("cuts on character boundaries and never fails for want of a place", async () => {
    await space.put({ "project/wide.txt": "😀".repeat(40_000), blocked: "" });
    const outcome = await bash("cat wide.txt", {
      options: { outputFolder: join(space.folder, "blocked", "x") },
    });
    expect(outcome.content).toContain("the rest was not kept");
    expect(outcome.content).not.toMatch(/\p{Surrogate}|\ufffd/u);
  });

  it("sweeps what is older than a week", async () => {
    const { outputFolder } = space.options;
    await space.put({
      "home/projects/p-1/tool-output/old.txt": "x",
      "home/projects/p-1/tool-output/new.txt": "x",
    });
    await utimes(join(outputFolder, "old.txt"), 1e9, 1e9);
    await bash("yes | head -c 500000");
    expect(await readdir(outputFolder)).toHaveLength(2);
    expect(existsSync(join(outputFolder, "old.txt"))).toBe(false);
  });

  it("sweeps the oldest of what is more than 200 MB", async () => {
    const { outputFolder } = space.options;
    const now = Date.now() / 1000;
    for (const [index, name] of ["oldest.txt", "older.txt", "newer.txt"].entries()) {
      await space.put({ [`home/projects/p-1/tool-output/${name}`]: "" });
      await truncate(join(outputFolder, name), 90 * 1024 * 1024);
      await utimes(join(outputFolder, name), now - 300 + index, now - 300 + index);
    }
    const path = /all of it is in (\S+),/u.exec((await bash("yes | head -c 500000")).content)?.[1] ?? "";
    const names = [basename(path), "newer.txt", "older.txt"];
    expect((await readdir(outputFolder)).toSorted()).toEqual(names.toSorted());
    // What the command itself prints counts too.
    await bash("yes | head -c 31000000");
    const left = await readdir(outputFolder);
    expect(left).toHaveLength(3);
    expect(left).not.toContain("older.txt");
  });

  it("copes with output that is no text", async () => {
    expect((await bash("head -c 1000 /dev/urandom; echo end")).content).toContain("end");
  });
});

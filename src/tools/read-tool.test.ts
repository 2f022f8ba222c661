import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createPermissions } from "./permissions.ts";
import { createReadTool } from "./read-tool.ts";
import type { ToolOutcome } from "./tool.ts";

let folder = "";
let project = "";
let home = "";

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-read-")));
  project = join(folder, "project");
  home = join(folder, "home");
  await mkdir(join(project, "src"), { recursive: true });
  await mkdir(join(home, "memory"), { recursive: true });
  await writeFile(join(project, "a.txt"), "one\ntwo\nthree\n");
  await writeFile(join(home, "memory", "fact.md"), "a fact\n");
  await writeFile(join(home, "daybook.json"), "{}");
  await writeFile(join(folder, "outside.txt"), "not yours\n");
});

async function read(
  input: unknown,
  area: { home?: string; projectRoot?: string; cwd?: string } = {},
): Promise<ToolOutcome> {
  const memoryFolders = [join(area.home ?? home, "memory"), join(folder, "not-made-yet")];
  const tool = createReadTool({
    cwd: project,
    projectRoot: project,
    memoryFolders,
    home,
    permissions: createPermissions({ mode: "ask" }),
    ...area,
  });
  const parsed = tool.parse(input);
  if (!parsed.ok) return { content: parsed.problem, isError: true };
  const verdict = await tool.permission(parsed.value);
  if (verdict.decision === "refuse") return { content: verdict.reason, isError: true };
  if (verdict.decision === "ask") return { content: verdict.otherwise, isError: true };
  return tool.execute(parsed.value, { signal: AbortSignal.timeout(60_000) });
}

describe("Read", () => {
  it("shows a file with line numbers, by relative and absolute path", async () => {
    const expected = { content: "     1\tone\n     2\ttwo\n     3\tthree", isError: false };
    expect(await read({ file_path: "a.txt" })).toEqual(expected);
    expect(await read({ file_path: join(project, "src", "..", "a.txt") })).toEqual(expected);
  });

  it("shows a part and says how to go on", async () => {
    expect((await read({ file_path: "a.txt", offset: 2, limit: 1 })).content).toBe(
      "(lines 2-2 of 3; go on with offset 3)\n     2\ttwo",
    );
    expect((await read({ file_path: "a.txt", offset: "3", limit: null })).content).toBe(
      "(lines 3-3 of 3)\n     3\tthree",
    );
    expect((await read({ file_path: "a.txt", offset: 9 })).content).toContain(
      "it has 3 lines, line 9 is past its end",
    );
  });

  it("reads memory folders, and nothing else of daybook's home, even inside the project", async () => {
    expect((await read({ file_path: join(home, "memory", "fact.md") })).content).toContain("a fact");
    const inner = join(project, ".agent");
    await mkdir(join(inner, "memory"), { recursive: true });
    await writeFile(join(inner, "daybook.json"), "{}");
    await writeFile(join(inner, "memory", "fact.md"), "inner fact\n");
    expect(await read({ file_path: join(home, "daybook.json") })).toMatchObject({ isError: true });
    expect(await read({ file_path: ".agent/daybook.json" }, { home: inner })).toMatchObject({
      isError: true,
    });
    expect((await read({ file_path: ".agent/memory/fact.md" }, { home: inner })).content).toContain(
      "inner fact",
    );
    expect((await read({ file_path: "a.txt" }, { home: folder })).content).toContain("one");
  });

  it("refuses what lies outside, however it is reached, and says why", async () => {
    await symlink(join(folder, "outside.txt"), join(project, "link.txt"));
    await symlink(folder, join(project, "up"));
    await symlink(join(folder, "gone"), join(project, "dangling"));
    const outside = [
      "../outside.txt",
      join(folder, "outside.txt"),
      "link.txt",
      "up/outside.txt",
      "up/never-there.txt",
      "dangling",
      "/etc/passwd",
      `${project}-sibling/x`,
      "a\0b",
    ];
    for (const path of outside) {
      const outcome = await read({ file_path: path });
      expect([path, outcome.isError, outcome.content]).toEqual([
        path,
        true,
        expect.stringMatching(/^refused: /u),
      ]);
      expect(outcome.content).not.toContain("not yours");
    }
  });

  it("follows a link that stays inside", async () => {
    await symlink("a.txt", join(project, "alias.txt"));
    expect((await read({ file_path: "alias.txt" })).content).toContain("one");
  });

  it("says what a path is that is no text file", async () => {
    await writeFile(join(project, "image.png"), Buffer.from([0x89, 0x50, 0, 1]));
    await writeFile(join(project, "latin.txt"), Buffer.from([0x63, 0xe9, 0x0a]));
    await writeFile(join(project, "empty.txt"), "");
    expect((await read({ file_path: "src" })).content).toContain("is a folder");
    expect((await read({ file_path: "image.png" })).content).toContain("binary file (4 bytes)");
    expect((await read({ file_path: "latin.txt" })).content).toContain("not all of it is UTF-8");
    expect((await read({ file_path: "empty.txt" })).content).toContain("the file is empty");
    expect((await read({ file_path: "a.text" })).content).toContain("near it: a.txt");
    expect((await read({ file_path: "a.txt/b" })).content).toContain("does not exist");
  });

  it("does not hang on a pipe", async () => {
    execFileSync("mkfifo", [join(project, "pipe")]);
    expect((await read({ file_path: "pipe" })).content).toContain("not a regular file");
  });

  it("cuts long lines on a character boundary and long files at a line", async () => {
    await writeFile(join(project, "long.txt"), `${"a".repeat(1_999)}😀😀\n`);
    const { content } = await read({ file_path: "long.txt" });
    expect(content).toContain("1 lines are cut at 2000 characters");
    expect(content).not.toMatch(/\p{Surrogate}/u);
    await writeFile(join(project, "many.txt"), "x\n".repeat(5_000));
    expect((await read({ file_path: "many.txt" })).content).toContain(
      "lines 1-2000 of 5000; go on with offset 2001",
    );
    await writeFile(join(project, "wide.txt"), `${"y".repeat(1_000)}\n`.repeat(500));
    expect((await read({ file_path: "wide.txt" })).content).toMatch(/lines 1-9\d of 500; go on/u);
    await writeFile(join(project, "huge.txt"), Buffer.alloc(11 * 1024 * 1024, 0x61));
    expect((await read({ file_path: "huge.txt" })).content).toContain("11.0 MB");
  });

  it.each([{}, { file_path: 7 }, "a.txt", null, { file_path: "a.txt", offset: "x" }, { file_path: "" }])(
    "says what is wrong with %j",
    async (input) => {
      expect(await read(input)).toMatchObject({ isError: true });
    },
  );
});

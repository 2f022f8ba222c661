import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createPermissions, permissionModes, type PermissionMode } from "./permissions.ts";
import { call, createWorkspace, type Workspace } from "./workspace.fixture.ts";
import { createWriteTool } from "./write-tool.ts";

let space: Workspace;

beforeEach(async () => {
  space = await createWorkspace();
});

const writeTool = (mode: PermissionMode = "ask") =>
  createWriteTool({ ...space.options, permissions: createPermissions({ mode }) });

const text = (path: string): Promise<string> => readFile(join(space.folder, path), "utf8");

describe("Write", () => {
  it("asks with the difference, then makes the file and its folders", async () => {
    const made = await call(
      writeTool(),
      { file_path: "src/new/a.ts", content: "one\ntwo\n" },
      { answer: "allow" },
    );
    expect(made).toMatchObject({ isError: false, display: "made src/new/a.ts +2 -0" });
    expect(made.asked).toEqual({
      tool: "Write",
      title: "make src/new/a.ts",
      reason: "files change only with the person's word",
      always: "changes of this project's files, for this session",
      detail: {
        kind: "diff",
        path: join(space.project, "src/new/a.ts"),
        isNew: true,
        omitted: 0,
        added: 2,
        removed: 0,
        lines: [
          { kind: "added", text: "one", before: null, after: 1 },
          { kind: "added", text: "two", before: null, after: 2 },
        ],
      },
    });
    expect(await text("project/src/new/a.ts")).toBe("one\ntwo\n");
    const changed = await call(
      writeTool(),
      { file_path: "src/new/a.ts", content: "one\n2\n" },
      { answer: "allow" },
    );
    expect(changed.display).toBe("changed src/new/a.ts +1 -1");
    expect(await readdir(join(space.project, "src/new"))).toEqual(["a.ts"]);
  });

  it("shows that only line ends would change", async () => {
    await space.put({ "project/a.txt": "a\r\nb\n" });
    const { asked } = await call(writeTool(), { file_path: "a.txt", content: "a\nb\n" });
    const lines = [{ kind: "note", text: "only line ends change", before: null, after: null }];
    expect(asked?.detail).toMatchObject({ kind: "diff", added: 0, removed: 0, lines });
  });

  it("writes nothing without the person's word, and says what would allow it", async () => {
    const input = { file_path: "a.txt", content: "x" };
    expect((await call(writeTool(), input)).content).toContain("permissions: accept-edits would allow it");
    expect(await call(writeTool(), input, { answer: "refuse" })).toMatchObject({ isError: true });
    expect((await call(writeTool("read-only"), input)).content).toContain("may only read");
    expect(existsSync(join(space.project, "a.txt"))).toBe(false);
    expect(await call(writeTool("accept-edits"), input)).toMatchObject({ isError: false, asked: null });
  });

  it("asks once a session when edits are allowed from now on", async () => {
    const tool = writeTool();
    await call(tool, { file_path: "a.txt", content: "1" }, { answer: "allow-always" });
    expect((await call(tool, { file_path: "b.txt", content: "2" })).asked).toBeNull();
    expect((await call(tool, { file_path: "AGENTS.md", content: "3" })).isError).toBe(true);
  });

  it("never writes into memory folders, however they are reached", async () => {
    await symlink(join(space.home, "memory"), join(space.project, "notes"));
    await mkdir(join(space.project, ".agent"), { recursive: true });
    await mkdir(join(space.project, "src"), { recursive: true });
    const paths = [
      join(space.home, "memory", "x.md"),
      "../home/memory/x.md",
      "notes/x.md",
      "src/../notes/x.md",
      join(space.home, "MEMORY", "x.md"),
      join(space.home, "projects", "other", "memory", "x.md"),
      ".agent/memory/x.md",
      ".agent/Memory/MEMORY.md",
    ];
    for (const mode of permissionModes) {
      for (const path of paths) {
        const outcome = await call(writeTool(mode), { file_path: path, content: "x" }, { answer: "allow" });
        expect([mode, path, outcome.isError, outcome.asked]).toEqual([mode, path, true, null]);
        expect(outcome.content).toContain("use the Memory tool");
      }
    }
    expect(await readdir(join(space.home, "memory"))).toEqual([]);
  });

  it("does not reach a memory through a hard link", async () => {
    await space.put({ "home/memory/x.md": "fact\n" });
    await link(join(space.home, "memory", "x.md"), join(space.project, "x.md"));
    await call(writeTool("all"), { file_path: "x.md", content: "other" });
    expect(await text("home/memory/x.md")).toBe("fact\n");
  });

  it.each(["AGENTS.md", "docs/CLAUDE.md", ".claude/CLAUDE.md", ".agent/AGENT.md", "agent.md", "../AGENT.md"])(
    "asks about instructions (%s) in every mode",
    async (path) => {
      for (const mode of ["ask", "accept-edits", "all"] as const) {
        const outcome = await call(writeTool(mode), { file_path: path, content: "x" });
        expect(outcome).toMatchObject({
          isError: true,
          asked: { always: null, reason: expect.stringContaining("instructions") },
        });
        expect(outcome.content).toContain("no mode allows it");
      }
    },
  );

  it("takes a link to an instruction file, or one named so, for what it is", async () => {
    await space.put({ "project/AGENT.md": "be kind\n", "project/plain.md": "" });
    await symlink("AGENT.md", join(space.project, "readme.md"));
    await symlink("plain.md", join(space.project, "CLAUDE.md"));
    for (const path of ["readme.md", "CLAUDE.md"]) {
      expect((await call(writeTool("all"), { file_path: path, content: "x" })).isError).toBe(true);
    }
    const allowed = await call(
      writeTool("all"),
      { file_path: "readme.md", content: "x" },
      { answer: "allow" },
    );
    expect(allowed.isError).toBe(false);
    expect(await text("project/AGENT.md")).toBe("x");
  });

  it("asks about daybook's home, other programs' files and places outside", async () => {
    const asks = async (mode: PermissionMode, path: string): Promise<boolean> =>
      (await call(writeTool(mode), { file_path: path, content: "x" }, { answer: "refuse" })).asked !== null;
    expect(await asks("all", join(space.home, "daybook.json"))).toBe(true);
    expect(await asks("accept-edits", ".git/hooks/pre-commit")).toBe(true);
    expect(await asks("accept-edits", "sub/.GIT/config")).toBe(true);
    expect(await asks("accept-edits", ".vscode/tasks.json")).toBe(true);
    expect(await asks("accept-edits", "../elsewhere.txt")).toBe(true);
    await symlink(space.folder, join(space.project, "up"));
    expect(await asks("accept-edits", "up/elsewhere.txt")).toBe(true);
    expect(await asks("accept-edits", ".github/workflows/ci.yml")).toBe(false);
  });

  it("writes only what was shown: not over a change of the meantime, not through a new link", async () => {
    await space.put({ "project/a.txt": "one\n", "elsewhere.txt": "mine\n" });
    const input = { file_path: "a.txt", content: "two\n" };
    const raced = await call(writeTool(), input, {
      answer: "allow",
      meanwhile: () => space.put({ "project/a.txt": "person\n" }),
    });
    expect(raced).toMatchObject({ isError: true, content: expect.stringContaining("changed while") });
    expect(await text("project/a.txt")).toBe("person\n");
    const linked = await call(
      writeTool(),
      { file_path: "b.txt", content: "x" },
      {
        answer: "allow",
        meanwhile: () => symlink(join(space.folder, "elsewhere.txt"), join(space.project, "b.txt")),
      },
    );
    expect(linked.isError).toBe(true);
    expect(await text("elsewhere.txt")).toBe("mine\n");
  });

  it("keeps mode, links, CRLF and byte order mark", async () => {
    await space.put({
      "project/run.sh": "#!/bin/sh\n",
      "project/w.txt": "\ufeffa\r\nb\r\n",
      "project/real.txt": "r\n",
    });
    await chmod(join(space.project, "run.sh"), 0o755);
    await symlink("real.txt", join(space.project, "alias.txt"));
    const tool = writeTool("accept-edits");
    await call(tool, { file_path: "run.sh", content: "#!/bin/sh\necho 1\n" });
    expect((await stat(join(space.project, "run.sh"))).mode & 0o777).toBe(0o755);
    await call(tool, { file_path: "w.txt", content: "a\nc\n" });
    expect(await text("project/w.txt")).toBe("\ufeffa\r\nc\r\n");
    await call(tool, { file_path: "alias.txt", content: "new\n" });
    expect(await text("project/real.txt")).toBe("new\n");
    expect((await call(tool, { file_path: "real.txt", content: "new\n" })).content).toContain(
      "already is so",
    );
  });

  it("overwrites nothing that it cannot read faithfully", async () => {
    await space.put({
      "project/bin.dat": Buffer.from([1, 0, 2]),
      "project/latin.txt": Buffer.from([0x63, 0xe9]),
    });
    await mkdir(join(space.project, "dir"));
    execFileSync("mkfifo", [join(space.project, "pipe")]);
    const tool = writeTool("accept-edits");
    for (const path of ["bin.dat", "latin.txt", "dir", "pipe", "latin.txt/x"]) {
      expect([path, (await call(tool, { file_path: path, content: "x" })).isError]).toEqual([path, true]);
    }
    expect((await readFile(join(space.project, "latin.txt"))).length).toBe(2);
  });

  it.skipIf(process.getuid?.() === 0)("leaves a protected file alone", async () => {
    await writeFile(join(space.project, "locked.txt"), "x", { mode: 0o444 });
    const outcome = await call(writeTool("accept-edits"), { file_path: "locked.txt", content: "y" });
    expect(outcome.content).toContain("EACCES");
  });

  it.each([
    {},
    { file_path: "a" },
    { content: "x" },
    { file_path: "", content: "x" },
    { file_path: 1, content: "x" },
    { file_path: "a\0b", content: "x" },
    { file_path: "~/x", content: "x" },
  ])("says what is wrong with %j", async (input) => {
    expect(await call(writeTool("all"), input)).toMatchObject({ isError: true });
  });
});

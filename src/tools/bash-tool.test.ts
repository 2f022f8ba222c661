import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createBashTool, type BashToolOptions } from "./bash-tool.ts";
import { createPermissions } from "./permissions.ts";
import type { ToolOutcome } from "./tool.ts";

let folder = "";
let project = "";
let home = "";

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    cwd: project,
    encoding: "utf8",
  });

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-bash-")));
  project = join(folder, "project");
  home = join(folder, "home");
  await mkdir(join(home, "memory"), { recursive: true });
  await mkdir(join(project, "src"), { recursive: true });
  await writeFile(join(home, "memory", "fact.md"), "a fact\n");
  await writeFile(join(folder, "outside.txt"), "not yours\n");
  git("init", "-q", "-b", "main");
  await writeFile(join(project, "a.txt"), "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
});

async function bash(
  command: string,
  options: Partial<BashToolOptions> & { signal?: AbortSignal } = {},
): Promise<ToolOutcome> {
  const { signal = AbortSignal.timeout(60_000), ...changed } = options;
  const tool = createBashTool({
    cwd: project,
    projectRoot: project,
    memoryFolders: [join(home, "memory")],
    home,
    gitDirectory: join(project, ".git"),
    environment: process.env,
    permissions: createPermissions({ mode: "ask" }),
    ...changed,
  });
  const parsed = tool.parse({ command });
  if (!parsed.ok) return { content: parsed.problem, isError: true };
  const verdict = await tool.permission(parsed.value);
  if (verdict.decision === "refuse") return { content: verdict.reason, isError: true };
  if (verdict.decision === "ask") return { content: verdict.otherwise, isError: true };
  return tool.execute(parsed.value, { signal });
}

describe("Bash", () => {
  it("names the memories that cat printed, and no others", async () => {
    const fact = join(home, "memory", "fact.md");
    const memoryAt = async (path: string) => (path === fact ? "user/fact" : null);
    await symlink(fact, join(project, "link.md"));
    const printed = async (command: string) => (await bash(command, { memoryAt })).memories;
    expect(await printed(`cat ${fact}`)).toEqual(["user/fact"]);
    expect(await printed(`cat -n a.txt link.md`)).toEqual(["user/fact"]);
    expect(await printed("cat a.txt")).toBe(undefined);
    expect(await printed(`head -1 ${fact}`)).toBe(undefined);
    expect(await printed(`cat ${join(home, "memory", "gone.md")}`)).toBe(undefined);
  });

  it("runs reading commands", async () => {
    await writeFile(join(project, "数据.txt"), "两\n");
    git("add", ".");
    expect(await bash("git diff --cached --stat")).toMatchObject({
      isError: false,
      content: expect.stringContaining("数据.txt"),
    });
    expect((await bash("git --no-pager log --oneline -1")).content).toMatch(/first$/u);
    expect((await bash("git status --short")).content).toContain("A  数据.txt");
    expect((await bash("git branch --show-current")).content).toBe("main");
    expect((await bash("git rev-parse --show-toplevel")).content).toBe(project);
    expect((await bash("git show HEAD:a.txt")).content).toBe("one");
    expect((await bash("pwd")).content).toBe(project);
    expect((await bash("ls")).content).toBe("a.txt\nsrc\n数据.txt");
    expect((await bash("cat 'a.txt'")).content).toBe("one");
    expect((await bash("grep -rn zebra src a.txt")).content).toBe("(no match)");
    expect((await bash("ls src")).content).toBe("(no output)");
    expect((await bash(`cat ${join(home, "memory", "fact.md")}`)).content).toBe("a fact");
  });

  it("tells how a command failed", async () => {
    expect(await bash("cat missing.txt")).toMatchObject({
      isError: true,
      content: expect.stringContaining("(exit code 1)"),
    });
    expect(await bash("git log nowhere")).toMatchObject({
      isError: true,
      content: expect.stringContaining("exit code 128"),
    });
  });

  it.each([
    "rm a.txt",
    "git commit -m x",
    "git push",
    "git -c core.pager=x log",
    "git",
    "/bin/ls",
    "./ls",
    "sh -c ls",
    "env ls",
    "ls; rm a.txt",
    "cat a.txt > b.txt",
    "constructor",
    "git constructor",
  ])("refuses %s with a reason", async (command) => {
    const outcome = await bash(command);
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^refused: .*run without asking/u),
    });
    expect(existsSync(join(project, "a.txt"))).toBe(true);
  });

  it("keeps every path inside the project", async () => {
    await symlink(join(folder, "outside.txt"), join(project, "link.txt"));
    await symlink(folder, join(project, "up"));
    const commands = [
      "cat ../outside.txt",
      `cat ${join(folder, "outside.txt")}`,
      "cat link.txt",
      "cat up/outside.txt",
      "ls ..",
      "ls up",
      "find / -name x",
      "grep -r yours ..",
      "head -- ../outside.txt",
      "git diff /etc/passwd /etc/hosts",
      "git diff -- ../outside.txt a.txt",
      "git log -- /etc",
      `cat ${join(home, "daybook.json")}`,
    ];
    for (const command of commands) {
      const { content, isError } = await bash(command);
      expect([command, isError]).toEqual([command, true]);
      expect(content).toContain("lies outside");
      expect(content).not.toContain("not yours");
    }
    expect((await bash("grep -r yours .")).content).toBe("(no match)");
  });

  it("does not go through daybook's home where that lies inside the project", async () => {
    const inner = join(project, ".agent");
    await mkdir(inner);
    await writeFile(join(inner, "history.jsonl"), "private\n");
    for (const command of [
      "grep -r private .",
      "grep -r private",
      "find .",
      "ls -R",
      "cat .agent/history.jsonl",
    ]) {
      expect(await bash(command, { home: inner })).toMatchObject({ isError: true });
    }
    expect((await bash("find src", { home: inner })).isError).toBe(false);
  });

  it("takes no program from the project", async () => {
    const bin = join(project, "node_modules", ".bin");
    await mkdir(bin, { recursive: true });
    for (const name of ["git", "ls"]) {
      await writeFile(join(bin, name), `#!/bin/sh\ntouch ${join(folder, "ran")}\n`);
      await chmod(join(bin, name), 0o755);
    }
    const environment = {
      ...process.env,
      PATH: `.:${bin}:${process.env["PATH"]}`,
      GIT_EXTERNAL_DIFF: "false",
    };
    expect((await bash("ls", { environment })).content).toContain("a.txt");
    expect((await bash("git status --short", { environment })).content).toContain("node_modules");
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it("runs nothing that the repository's configuration names", async () => {
    const ran = join(folder, "ran");
    const program = join(folder, "program.sh");
    await writeFile(program, `#!/bin/sh\ntouch ${ran}\ncat\n`);
    await chmod(program, 0o755);
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.sshCommand",
      "diff.external",
      "diff.odd.command",
      "diff.odd.textconv",
      "filter.odd.clean",
      "filter.odd.smudge",
      "filter.proc.process",
      "gpg.program",
      "gpg.ssh.program",
      "pager.log",
      "core.editor",
    ]) {
      git("config", key, program);
    }
    git("config", "log.showSignature", "true");
    git("config", "status.submoduleSummary", "true");
    await mkdir(join(project, ".git", "hooks"), { recursive: true });
    for (const hook of ["post-index-change", "fsmonitor-watchman"]) {
      await writeFile(join(project, ".git", "hooks", hook), `#!/bin/sh\ntouch ${ran}\n`);
      await chmod(join(project, ".git", "hooks", hook), 0o755);
    }
    await writeFile(join(project, ".gitattributes"), "a.txt diff=odd filter=odd\n*.md filter=proc\n");
    await writeFile(join(project, "a.txt"), "two\n");
    for (const command of [
      "git status",
      "git diff",
      "git diff HEAD",
      "git log -p",
      "git log --format='%h %G?'",
      "git show HEAD",
      "git branch -vv",
    ]) {
      expect((await bash(command)).isError).toBe(false);
      expect([command, existsSync(ran)]).toEqual([command, false]);
    }
  });

  it("shows neither another repository nor another work tree", async () => {
    const other = join(folder, "other");
    execFileSync("git", ["init", "-q", other]);
    await mkdir(join(folder, "forged"));
    await writeFile(join(folder, "forged", ".git"), `gitdir: ${join(other, ".git")}\n`);
    const forged = { cwd: join(folder, "forged"), projectRoot: join(folder, "forged"), gitDirectory: null };
    expect(await bash("git status", forged)).toMatchObject({
      isError: true,
      content: expect.stringContaining("not this project's own"),
    });
    git("config", "core.worktree", folder);
    expect(await bash("git status")).toMatchObject({
      isError: true,
      content: expect.stringContaining("work tree"),
    });
  });

  it("works outside git, in a linked work tree and in a bare repository", async () => {
    const plain = join(folder, "plain");
    await mkdir(plain);
    const outcome = await bash("git status", { cwd: plain, projectRoot: plain, gitDirectory: null });
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringContaining("not a git repository"),
    });
    const linked = join(folder, "linked");
    git("worktree", "add", "-q", linked);
    expect((await bash("git branch --show-current", { cwd: linked, projectRoot: linked })).content).toBe(
      "linked",
    );
    const bare = join(folder, "bare.git");
    git("clone", "-q", "--bare", project, bare);
    const inBare = { cwd: bare, projectRoot: bare, gitDirectory: bare };
    expect((await bash("git log --oneline", inBare)).content).toContain("first");
  });

  it("cuts long output and says so", async () => {
    await writeFile(join(project, "long.txt"), "数".repeat(50_000));
    const { content } = await bash("cat long.txt");
    expect(content).toContain("cut at 30000 characters");
    expect(content.length).toBeLessThan(31_000);
    await writeFile(join(project, "longer.txt"), "x".repeat(1_000_000));
    expect((await bash("cat longer.txt")).content).toContain("the output has 1000000 bytes");
  });

  it("stops at the time limit and on abort", async () => {
    execFileSync("mkfifo", [join(project, "pipe")]);
    expect(await bash("cat pipe", { timeLimitMs: 100 })).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^\(stopped after 0\.1 s/u),
    });
    const outcome = await bash("cat pipe", { signal: AbortSignal.timeout(100) });
    expect(outcome).toMatchObject({ isError: true, content: "(stopped by the person)" });
  });
});

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createBashTool, type BashToolOptions } from "./bash-tool.ts";
import { createPermissions, type AllowedCommands } from "./permissions.ts";
import { call, createWorkspace, type Called, type Workspace } from "./workspace.fixture.ts";

let space: Workspace;

beforeEach(async () => {
  space = await createWorkspace({ git: true });
});

const answers = { answer: "allow" as const };

function bash(
  command: string,
  {
    options = {},
    input = {},
    ...how
  }: { options?: Partial<BashToolOptions>; input?: object } & Parameters<typeof call>[2] = {},
): Promise<Called> {
  return call(createBashTool({ ...space.options, ...options }), { command, ...input }, how);
}

const allowed = (command: string, more: Parameters<typeof bash>[1] = {}) =>
  bash(command, { ...answers, ...more });

// Polled: what was killed is gone when the machine comes to it.
function isRunning(marker: string): boolean {
  const listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return listed.split("\n").some((line) => line.includes(marker) && !line.includes("exec 2>&1"));
}

describe("Bash, about what it runs", () => {
  it.each([
    "git diff --output=x",
    "git -c core.pager=x log",
    "ls; rm y",
    "echo $(x)",
    "find . -exec rm {} +",
    "find . -delete",
    "cat ../../etc/passwd",
    "cat link",
    "ls > x",
    "y=1 ls",
    "git push",
  ])("asks about %s", async (command) => {
    await symlink("/etc/passwd", join(space.project, "link"));
    await space.put({ "project/y": "" });
    const outcome = await bash(command);
    expect(outcome.asked).toMatchObject({
      tool: "Bash",
      detail: { kind: "command", command, cwd: space.project },
    });
    expect(outcome.content).toMatch(/^refused: .*permissions: all would allow it.*git status/su);
    expect((await readdir(space.project)).toSorted()).toEqual([".git", "link", "y"]);
  });

  it.each(["git status", "git diff --cached --stat", "ls", "ls .git"])(
    "runs %s without asking",
    async (command) => {
      expect(await bash(command)).toMatchObject({ asked: null, isError: false });
    },
  );

  it("runs what the person allowed, in a shell", async () => {
    expect((await allowed("echo one | tr a-z A-Z; echo $((1+1)); pwd")).content).toBe(
      `ONE\n2\n${space.project}`,
    );
    expect((await allowed("echo out; echo err >&2; echo out2")).content).toBe("out\nerr\nout2");
    expect(await allowed("echo x; exit 3")).toMatchObject({ isError: true, content: "x\n(exit code 3)" });
    expect(await allowed("kill -SEGV $$")).toMatchObject({ isError: true, content: "(ended by SIGSEGV)" });
    expect(await allowed("if")).toMatchObject({
      isError: true,
      content: expect.stringContaining("syntax error"),
    });
    expect(await allowed("true")).toMatchObject({ isError: false, content: "(no output)" });
  });

  it("runs nothing that was refused, and only what was shown", async () => {
    expect((await bash("touch made", { answer: "refuse" })).isError).toBe(true);
    expect(
      (await bash("touch made", { options: { permissions: createPermissions({ mode: "read-only" }) } }))
        .content,
    ).toContain("may only read");
    expect(existsSync(join(space.project, "made"))).toBe(false);
    const tool = createBashTool(space.options);
    const parsed = tool.parse({ command: "touch made" });
    if (!parsed.ok) throw new Error(parsed.problem);
    expect((await tool.execute(parsed.value, { signal: AbortSignal.timeout(60_000) })).isError).toBe(true);
    await bash("touch made", { options: { permissions: createPermissions({ mode: "all" }) } });
    expect(existsSync(join(space.project, "made"))).toBe(true);
  });

  it("tells a session that may only read why a reading command is refused", async () => {
    const options = { permissions: createPermissions({ mode: "read-only" }) };
    const { content } = await bash("cat ../outside.txt", { options });
    expect(content).toMatch(
      /^refused: .*\.\.\/outside\.txt .*lies outside .*, and this session may only read/u,
    );
    expect((await bash("git log --output=x", { options })).content).toContain("the option --output=x");
  });

  it("asks again when a reading command leads out by now", async () => {
    await space.put({ "project/a.txt": "mine\n", "outside.txt": "not yours\n" });
    const outcome = await bash("cat b.txt", {
      meanwhile: () => symlink(join(space.folder, "outside.txt"), join(space.project, "b.txt")),
    });
    expect(outcome.isError).toBe(true);
    expect(outcome.content).not.toContain("not yours");
  });

  it("remembers a command where the person said always", async () => {
    const kept: string[] = [];
    const commands: AllowedCommands = {
      read: async () => kept,
      add: async (command) => void kept.push(command),
    };
    const options = { permissions: createPermissions({ mode: "ask", commands }) };
    const first = await bash("touch made", { options, answer: "allow-always" });
    expect(first).toMatchObject({ isError: false, asked: { always: "this very command in this project" } });
    expect(kept).toEqual(["touch made"]);
    expect(await bash("touch  'made'", { options })).toMatchObject({ asked: null, isError: false });
    expect(await bash("touch made other", { options })).toMatchObject({ isError: true });
    expect((await bash("touch *", { options, answer: "refuse" })).asked).toMatchObject({ always: null });
    const careful = { permissions: createPermissions({ mode: "read-only", commands }) };
    expect(await bash("touch made", { options: careful })).toMatchObject({ isError: true, asked: null });
  });

  it("passes the person's variables on, but none that run something first", async () => {
    const environment = { ...process.env, MINE: "yes", BASH_ENV: join(space.folder, "evil"), PAGER: "less" };
    await space.put({ evil: "echo evil\n" });
    expect((await allowed("echo $MINE $PAGER", { options: { environment } })).content).toBe("yes cat");
  });

  it.each([
    {},
    { command: " " },
    { command: "a\0b" },
    { command: "ls", timeout_seconds: 601 },
    { command: "ls", timeout_seconds: 0 },
  ])("says what is wrong with %j", async (input) => {
    expect(await call(createBashTool(space.options), input)).toMatchObject({ isError: true });
  });
});

describe("Bash, about how a command ends", () => {
  it("gives no input: what waits for some ends", async () => {
    expect(await allowed('cat; read line; echo "[$line]"')).toMatchObject({ content: "[]", isError: false });
  });

  it("lets no editor wait", async () => {
    const commit = "git -c user.name=a -c user.email=a@b.c commit --allow-empty";
    expect((await allowed(commit)).content).toContain("empty commit message");
  });

  it("stops what takes too long, with all it started, even what ignores the polite signal", async () => {
    const marker = `77${process.pid}.25`;
    const command = `trap '' TERM; echo begun; (trap '' TERM; sleep ${marker}) & sleep ${marker}`;
    // A busy machine may take longer than the first limit to start a shell at all.
    let outcome = await allowed(command, { options: { timeLimitMs: 300 } });
    if (!outcome.content.includes("begun"))
      outcome = await allowed(command, { options: { timeLimitMs: 10_300 } });
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^begun\n\(stopped after (?:10|0)\.3 s/u),
    });
    await expect.poll(() => isRunning(`sleep ${marker}`)).toBe(false);
  });

  it("leaves nothing stubborn behind whose output went elsewhere", async () => {
    const marker = `78${process.pid}.25`;
    await allowed(`(trap '' TERM; sleep ${marker}; sleep ${marker}) >/dev/null 2>&1 & wait`, {
      options: { timeLimitMs: 300 },
    });
    await expect.poll(() => isRunning(`sleep ${marker}`)).toBe(false);
  });

  it("does not wait for a child that keeps the output open", async () => {
    const marker = `79${process.pid}.25`;
    const outcome = await allowed(`sleep ${marker} & echo done`);
    expect(outcome).toMatchObject({
      isError: false,
      content: expect.stringMatching(/^done\n\(exit code 0; what it left running/u),
    });
    await expect.poll(() => isRunning(`sleep ${marker}`)).toBe(false);
  });

  it("says what became of what a command leaves in the background", async () => {
    const marker = `85${process.pid}.25`;
    const quiet = await allowed(`sleep ${marker} >/dev/null 2>&1 & echo x`);
    expect(quiet).toMatchObject({
      isError: false,
      content: "x\n(exit code 0; what it left running in the background was stopped)",
    });
    await expect.poll(() => isRunning(`sleep ${marker}`)).toBe(false);
    const failed = await allowed(`sleep ${marker} >/dev/null 2>&1 & exit 3`);
    expect(failed.content).toBe("(exit code 3; what it left running in the background was stopped)");
  });

  it.runIf(existsSync("/usr/bin/setsid"))("says when something got away", async () => {
    const away =
      "setsid sh -c 'echo $$ > away; exec sleep 60' & while [ ! -s away ]; do sleep 0.02; done; echo x";
    const outcome = await allowed(away);
    process.kill(Number(await readFile(join(space.project, "away"), "utf8")));
    expect(outcome.content).toMatch(/^x\n\(exit code 0; a process it started .*still runs\)$/u);
    expect(outcome.content).not.toContain("was stopped");
  });

  it("stops on the person's interrupt", async () => {
    const stop = new AbortController();
    const ended = allowed("echo begun; touch begun; sleep 300", { signal: stop.signal });
    await expect.poll(() => existsSync(join(space.project, "begun"))).toBe(true);
    stop.abort();
    const outcome = await ended;
    expect(outcome).toMatchObject({ isError: true, content: "begun\n(stopped by the person)" });
    expect(await allowed("echo x", { signal: AbortSignal.abort() })).toMatchObject({ isError: true });
  });

  it("takes its time limit from the model", async () => {
    const outcome = await allowed("sleep 30", { input: { timeout_seconds: 1 } });
    expect(outcome.content).toContain("stopped after 1 s");
  });

  it("says when it could not start", async () => {
    expect((await allowed(`: ${"x".repeat(3_000_000)}`)).content).toContain("could not be started");
    expect((await allowed("echo x", { options: { cwd: join(space.folder, "gone") } })).content).toContain(
      "could not be started",
    );
    expect((await allowed("echo x", { options: { environment: { PATH: "/nowhere" } } })).content).toContain(
      "no shell",
    );
  });
});

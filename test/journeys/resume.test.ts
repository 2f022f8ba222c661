import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutCacheMarks } from "../../src/models/testing/index.ts";
import { calls, says, startModelServer, wordsOf, type ModelServer } from "./support/model-server.ts";
import { realCli } from "./support/real-cli.ts";
import { assertNumbered, logFile, makeOlder, readLog, sessionIds } from "./support/session-files.ts";
import { createWorld, saving, type World } from "./support/world.ts";

const HOUR = 60 * 60 * 1000;
const cli = realCli();
let world: World;
let shop: string;
let server: ModelServer;
let running: ChildProcess | undefined;

beforeEach(async () => {
  // What is killed is a process of its own; what goes on after it need not be.
  world = await createWorld();
  shop = await world.folder("shop");
  server = await startModelServer();
});
afterEach(async () => {
  running?.kill("SIGKILL");
  running = undefined;
  await server.close();
  await assertNumbered(world);
  await world.remove();
});

function ask(...given: string[]) {
  return world.daybook([...server.flags, ...given], { in: shop, env: server.env });
}

/** Starts daybook and leaves it running. */
function start(...given: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [cli.script, ...server.flags, ...given], {
    cwd: shop,
    env: { PATH: process.env["PATH"], HOME: join(world.root, "person"), ...server.env },
  });
  running = child;
  return child;
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !(await what());) {
    if (Date.now() > end) throw new Error(`It never came to this: ${String(what)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const gone = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once("close", resolve));
const theOnly = async (): Promise<string> => (await sessionIds(world))[0] ?? "none";
const logged = async (): Promise<string> =>
  readFile(await logFile(world, await theOnly()), "utf8").catch(() => "");

describe("a conversation survives its process", () => {
  it("killed in the middle of a tool call: the next process knows the fact, and that the call was cut", async () => {
    server.queue(calls("Bash", { command: "sleep 20" }), says("Blue-7."));
    const first = start("-p", "The staging host is called blue-7.", "--permissions", "all");
    await until(async () => (await logged()).includes('"tool_use"'));
    first.kill("SIGKILL");
    await gone(first);

    const second = await ask("-c", "-p", "What is the staging host called?");
    expect(second).toMatchObject({ code: 0, stdout: "Blue-7.\n" });
    expect(second.stderr).toMatch(/^daybook: .*1 interrupted call.* · last message just now\n$/u);
    const { messages } = server.request(1);
    expect(wordsOf(messages[0])).toContain("The staging host is called blue-7.");
    expect(messages[2]?.content[0]).toMatchObject({
      type: "tool_result",
      tool_use_id: "toolu_1",
      is_error: true,
      content: expect.stringContaining("Interrupted before it finished"),
    });
    expect(wordsOf(messages.at(-1))).toContain("What is the staging host called?");
    expect(await sessionIds(world)).toHaveLength(1);
    const records = await readLog(world, await theOnly());
    expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index));
    expect(records.filter(({ type }) => type === "repair")).toHaveLength(1);

    // Told once: a third process finds nothing that was not mended.
    server.queue(says("Yes."));
    expect((await ask("-c", "-p", "sure?")).stderr).toBe("daybook: last message just now\n");
  });

  it("a memory saved elsewhere is told in the newest message, behind a prefix of the same bytes", async () => {
    server.queue(says("Hello."), says("Noted."), says("Still there."));
    await ask("-p", "hello");
    await world.daybook(saving("deploy 部署", { description: "when deploying: wait ten minutes" }), {
      in: shop,
    });
    await ask("-c", "-p", "and now?");
    await ask("-c", "-p", "again?");
    const parts = server.bodies().map(withoutCacheMarks);
    const part = (request: number, name: string, end?: number): string => {
      const value = parts[request]?.[name];
      return JSON.stringify(Array.isArray(value) ? value.slice(0, end) : value);
    };
    for (const name of ["system", "tools"]) {
      expect(part(1, name)).toBe(part(0, name));
      expect(part(2, name)).toBe(part(0, name));
    }
    expect(part(1, "messages", 1)).toBe(part(0, "messages"));
    expect(part(2, "messages", 3)).toBe(part(1, "messages"));
    expect(JSON.stringify(parts[0])).not.toContain("wait ten minutes");
    const newest = server.request(1).messages.at(-1);
    expect(wordsOf(newest)).toMatch(/^and now\?[\s\S]*deploy 部署[\s\S]*wait ten minutes/u);
    // What was told once is not told again.
    expect(wordsOf(server.request(2).messages.at(-1))).not.toContain("wait ten minutes");
  });

  it.each([
    [3 * 24 * HOUR + HOUR, "3 days ago", ["3 days since the last message"]],
    [2 * HOUR + 60_000, "2 hours ago", []],
  ])("after a rest of %d ms it says %s", async (rest, words, note) => {
    server.queue(says("Hello."), says("Welcome back."));
    await ask("-p", "hello");
    await makeOlder(world, await theOnly(), rest);
    const { stderr } = await ask("-c", "-p", "still there?");
    expect(stderr).toBe(`daybook: last message ${words}\n`);
    const newest = wordsOf(server.request(1).messages.at(-1));
    expect(newest.match(/\S+ \S+ since the last message/gu) ?? []).toEqual(note);
  });

  it("a turn that Ctrl-C ended is part of what goes on", async () => {
    const half = says("Half of an answer that goes on and on.");
    server.queue({ events: (half.events ?? []).slice(0, 4), end: "hang" }, says("On we go."));
    const first = start("-p", "tell me a story");
    first.stdout.once("data", () => first.kill("SIGINT"));
    expect(await gone(first)).toBe(130);
    const second = await ask("-c", "-p", "go on");
    expect(second).toMatchObject({ code: 0, stdout: "On we go.\n" });
    const { messages } = server.request(1);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(wordsOf(messages[1])).toMatch(/^Half /u);
  });

  it("mends a torn log, says where, and leaves every whole line as it was", async () => {
    server.queue(says("Hello."), says("On we go."));
    await ask("-p", "hello");
    const file = await logFile(world, await theOnly());
    const before = await readFile(file, "utf8");
    const lines = before.trimEnd().split("\n").length;
    await appendFile(file, '{"type":"user","n":9,"ts":"2026-11-2');
    const { stderr, code } = await ask("-c", "-p", "go on");
    expect(code).toBe(0);
    expect(stderr).toMatch(
      new RegExp(`^daybook: repaired: 1 torn line \\(line ${lines + 1}\\) · last message`, "u"),
    );
    expect((await readFile(file, "utf8")).startsWith(`${before}{"type":"user","n":9,"ts":"2026-11-2\n`)).toBe(
      true,
    );
  });

  it("a session that is open elsewhere is forked, and both logs are whole", async () => {
    server.queue(says("One."), says("Two."), says("Three."));
    const first = start();
    first.stdin.write("first words\n");
    await until(() => server.bodies().length === 1);
    await until(async () => (await logged()).includes("One."));
    const original = await theOnly();
    const second = await ask("-c", "-p", "in the second process");
    expect(second).toMatchObject({ code: 0, stdout: "Two.\n" });
    // Both may begin within one second; which id is the smaller one is chance then.
    const copy = (await sessionIds(world)).find((id) => id !== original) ?? "none";
    expect(second.stderr).toContain(original);
    expect(second.stderr).toContain(copy);
    expect(second.stderr).toContain("you go on in a copy");
    first.stdin.end("in the first process\n");
    expect(await gone(first)).toBe(0);
    const said = server.sent().map(({ messages }) => messages.map(wordsOf).join("|"));
    expect(said[1]).toContain("in the second process");
    expect(said[2]).not.toContain("in the second process");
    for (const id of [original, copy]) {
      const records = await readLog(world, id);
      expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index));
      expect(records[0]).toMatchObject({ type: "session", id });
    }
    expect((await readLog(world, copy))[0]).toMatchObject({ forkedFrom: { id: original } });
  });
});

describe("a disk that is full", () => {
  it("ends the turn with a sentence, and what was said before is still there", async () => {
    server.queue(says("Hello."), says("On we go."));
    await ask("-p", "hello");
    const words = [process.execPath, cli.script, ...server.flags, "-c", "-p", "keep this"];
    const child = spawn(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 64; exec ${words.map((word) => `'${word}'`).join(" ")}`],
      { cwd: shop, env: { PATH: process.env["PATH"], HOME: join(world.root, "person"), ...server.env } },
    );
    child.stdin.on("error", () => {}).end("x".repeat(200_000));
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    expect(await gone(child)).toBe(1);
    expect(stderr).toMatch(/^daybook: .*(?:disk|space).*$/mu);
    expect(server.bodies()).toHaveLength(1);
    expect(await ask("-c", "-p", "go on")).toMatchObject({ code: 0, stdout: "On we go.\n" });
    expect(server.request(1).messages.map(wordsOf)).toEqual([
      expect.stringContaining("hello"),
      "Hello.\n",
      expect.stringContaining("go on"),
    ]);
  });
});

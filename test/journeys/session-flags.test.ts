import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunResult } from "./support/real-cli.ts";
import { keepSession, logFile, readLog, sessionIds } from "./support/session-files.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
let script: string;
beforeEach(async () => {
  world = await createWorld();
  script = join(world.root, "script.json");
  const turns = ["one", "two", "three", "four"].map((text) => ({ text }));
  await world.write(script, JSON.stringify({ turns }));
});
afterEach(() => world.remove());

function run(given: readonly string[], input = ""): Promise<RunResult> {
  return world.daybook([...given, "--script", script], { input });
}

/** Begins a session and gives its id. */
async function begin(prompt: string): Promise<string> {
  const { stdout } = await run(["-p", prompt, "--output", "json"]);
  return (JSON.parse(stdout) as { session: string }).session;
}

const lastLine = /^daybook: last message just now\n$/u;

describe("-c", () => {
  it("begins a new session where there is none, and says so", async () => {
    const result = await run(["-c", "-p", "hello"]);
    expect(result).toEqual({
      code: 0,
      stdout: "one\n",
      stderr: "daybook: There is no earlier session in this project; this is a new one.\n",
    });
    expect(await sessionIds(world)).toHaveLength(1);
  });

  it("goes on with the one that was last talked in, also over a pipe, as JSON and without memory", async () => {
    const first = await begin("first");
    await begin("second");
    expect((await run(["-r", first, "-p", "on"])).stdout).toBe("two\n");
    const latest = await run(["-c", "-p", "and on", "--output", "json", "--no-memory"]);
    expect(JSON.parse(latest.stdout)).toMatchObject({ text: "three", session: first, stop: "end_turn" });
    expect(latest.stderr).toMatch(lastLine);
    const piped = await run(["--continue"], "more\n/sessions\n");
    expect(piped.stdout).toMatch(/^four\n/u);
    expect(piped.stdout).toMatch(new RegExp(`^${first}\\t[^\\t]*Z\\t\\tfirst\\tfirst\\tthis one$`, "mu"));
    expect(await sessionIds(world)).toHaveLength(2);
  });

  it("leaves nothing behind when nothing is said", async () => {
    expect(await run([], "/help\n/exit\n")).toMatchObject({ code: 0 });
    expect(await run(["-c"], "")).toMatchObject({ code: 0 });
    expect(await sessionIds(world)).toEqual([]);
  });
});

describe("-r", () => {
  it("takes a beginning of an id that no other has", async () => {
    const id = await begin("first");
    expect(await run(["-r", id.slice(0, 13), "-p", "on"])).toMatchObject({ code: 0, stdout: "two\n" });
    expect(await run([`--resume=${id}`, "-p", "on"])).toMatchObject({ code: 0, stdout: "three\n" });
  });

  it.each([
    [["-r", "29991231", "-p", "x"], 1, /^daybook: .*29991231.*daybook sessions list/u],
    [["-r", "-p", "x"], 2, /^daybook: -r needs the id.*daybook sessions list/u],
    [["-r"], 2, /^daybook: -r needs the id/u],
    [["-r", "", "-p", "x"], 2, /^daybook: The id behind -r is empty/u],
    [["-c", "-r", "2026", "-p", "x"], 2, /^daybook: .*one of them/u],
    [["-r", "../../secret", "-p", "x"], 1, /^daybook: There is no session/u],
    [["-p", "x", "--context-window", "many"], 2, /--context-window/u],
  ])("%j", async (given, code, message) => {
    await begin("first");
    const result = await run(given);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(message);
    expect(await sessionIds(world)).toHaveLength(1);
  });

  it("names the candidates of a beginning that several have", async () => {
    const ids = [await begin("first"), await begin("second")];
    const result = await run(["-r", ids[0]?.slice(0, 4) ?? "", "-p", "x"]);
    expect(result.code).not.toBe(0);
    for (const id of ids) expect(result.stderr).toContain(id);
  });

  it("tells a failure as JSON to programs", async () => {
    const result = await run(["-r", "29991231", "-p", "x", "--output", "json"]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(result.stderr)).toMatchObject({ error: { code: "not-found" } });
  });
});

describe("sessions that rested too long", () => {
  /** A session of forty days ago; the last digits of its id tell it apart. */
  async function keepOld(end: string): Promise<string> {
    const at = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    const [day = "", time = ""] = at.toISOString().slice(0, 19).replaceAll(/[-:]/gu, "").split("T");
    const id = `${day}-${time}-${end}`;
    await keepSession(world, { id, prompt: "first", at });
    return id;
  }

  it("are put away with a word, but never the one that is gone on with; each comes back", async () => {
    await begin("of today");
    const first = await keepOld("aaaa");
    const second = await keepOld("bbbb");
    const { stdout, stderr } = await run(["-r", first, "-p", "on"]);
    expect(stdout).toBe("two\n");
    expect(stderr).toMatch(/^daybook: 1 session .*trash.*daybook sessions restore .*$/mu);
    expect(stderr).toMatch(/^daybook: last message 40 days ago$/mu);
    expect(await sessionIds(world)).toHaveLength(2);
    const gone = await run(["-r", second, "-p", "on"]);
    expect(gone).toMatchObject({ code: 1, stdout: "" });
    expect(gone.stderr).toContain(`daybook sessions restore ${second}`);
    expect(await world.daybook(["sessions", "restore", second])).toMatchObject({ code: 0 });
    expect((await run(["-r", second, "-p", "on"])).stdout).toBe("two\n");
  });

  it("the latest is gone on with by -c, however old", async () => {
    await rm(await logFile(world, await begin("of today")));
    const id = await keepOld("aaaa");
    expect(await run(["-c", "-p", "on"])).toMatchObject({
      stdout: "two\n",
      stderr: "daybook: last message 40 days ago\n",
    });
    expect(await sessionIds(world)).toEqual([id]);
  });
});

describe("commands of a chat", () => {
  it("/resume, /fork, /rename and /new write the logs they should", async () => {
    const old = await begin("an old question");
    const { stdout, stderr, code } = await run(
      [],
      `hello\n/rename 购物车 cart\n/fork\nmore\n/resume ${old}\nso?\n/new\nfresh\n`,
    );
    expect(stderr.replaceAll(/^daybook: last message just now\n/gmu, "")).toBe("");
    expect(code).toBe(0);
    const [, , copy = ""] =
      /^(\S+) is a copy of (\S+),/mu.exec(stdout) === null ? [] : await sessionIds(world);
    expect(copy).not.toBe("");
    expect(stdout.split("\n").filter((line) => /^(?:one|two|three)$/u.test(line))).toEqual([
      "one",
      "two",
      "two",
      "one",
    ]);
    const ids = await sessionIds(world);
    expect(ids).toHaveLength(4);
    const texts = await Promise.all(ids.map(async (id) => readFile(await logFile(world, id), "utf8")));
    const holding = (words: string): number => texts.filter((text) => text.includes(words)).length;
    expect([holding("hello"), holding('"more"'), holding("so?"), holding("fresh")]).toEqual([2, 1, 1, 1]);
    for (const id of ids) {
      const records = await readLog(world, id);
      expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => index));
    }
    const listed = await world.json<{ id: string; title: string; firstPrompt: string }[]>([
      "sessions",
      "list",
      "--json",
    ]);
    expect(listed).toHaveLength(4);
    expect(listed.filter(({ title }) => title === "购物车 cart").length).toBeGreaterThanOrEqual(1);
    expect(listed.find(({ id }) => id === old)).toMatchObject({ firstPrompt: "an old question" });
  });

  it("refuses a title that holds a secret", async () => {
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const { stderr, code } = await run([], `hello\n/rename ${token}\n`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/secret/u);
    expect(stderr).not.toContain(token);
  });

  it("a log that is gone is said to be gone", async () => {
    const id = await begin("first");
    await rm(await logFile(world, id));
    const { stderr, stdout } = await run([], `/resume ${id}\nhello\n`);
    expect(stderr).toContain(`There is no session "${id}"`);
    expect(stdout).toBe("one\n");
  });
});

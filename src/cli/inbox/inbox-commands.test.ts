import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDaybook, type Daybook } from "../../app/index.ts";
import type { NewProposal } from "../../extraction/index.ts";
import { hostWith } from "../chat/chat.fixture.ts";
import { main } from "../main.ts";

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), "daybook-inbox-cli-"))));
afterEach(() => rm(root, { recursive: true, force: true }));

function hostHere(env: Record<string, string> = {}) {
  const written = { out: "", err: "" };
  const host = { ...hostWith("", written), env, userHome: root, cwd: () => root };
  return { host, written };
}

async function run(words: string, env: Record<string, string> = {}) {
  const { host, written } = hostHere(env);
  const code = await main([...words.split(" "), "--home", join(root, "home")], host);
  await new Promise((resolve) => setImmediate(resolve));
  return { ...written, code };
}

const open = (): Promise<Daybook> => openDaybook(hostHere().host, { home: join(root, "home") });

function wish(name: string, body: string): NewProposal {
  return {
    op: "create",
    memory: { type: "feedback", scope: "user", name, description: `about ${name}`, body },
    targets: [],
    reason: "no-quote",
    evidence: { session: "20310310-090000-00ab", n: 7, quote: "so it be" },
  };
}

describe("daybook inbox", () => {
  it("says in one line on standard error that nothing waits", async () => {
    expect(await run("inbox")).toEqual({ code: 0, out: "", err: "Nothing waits in the inbox.\n" });
    expect(await run("inbox list --json")).toEqual({ code: 0, out: "[]\n", err: "" });
    expect(await run("inbox accept --all")).toMatchObject({ code: 0, out: "" });
    expect(JSON.parse((await run("inbox reject --all --json")).out)).toEqual({ rejected: [] });
  });

  it("shows, accepts and rejects, for people and for programs", async () => {
    const { inbox, store } = await open();
    await inbox.propose(wish("Use pnpm", "Use pnpm.\n"));
    await inbox.propose(wish("Quiet tests", "Tests print nothing.\n"));
    const listed = JSON.parse((await run("inbox --json")).out) as Record<string, unknown>[];
    expect(listed[0]).toMatchObject({
      op: "create",
      reason: "no-quote",
      record: 7,
      quote: "so it be",
      targets: [],
    });
    const shown = JSON.parse((await run("inbox show use --json")).out) as Record<string, unknown>;
    expect(shown).toMatchObject({
      body: "Use pnpm.\n",
      changes: [{ title: "user: Use pnpm", before: null }],
    });
    expect(await run("inbox accept")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Which one?") as string,
    });
    expect(await run("inbox acept use")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean accept?") as string,
    });
    const accepted = await run("inbox accept use");
    expect(accepted).toEqual({ code: 0, out: "created user/use-pnpm\n  undo: daybook undo\n", err: "" });
    expect((await run("inbox reject --all")).out).toBe("rejected Quiet tests\n");
    expect((await store.list()).memories.map(({ id }) => id)).toEqual(["user/use-pnpm"]);
    expect(await inbox.propose(wish("Quiet tests", "Tests print nothing.\n"))).toEqual({
      outcome: "rejected",
    });
  });

  it("lets the person edit the file first", async () => {
    const { inbox, store } = await open();
    await inbox.propose(wish("Use pnpm", "Use pnpm.\n"));
    const editor = join(root, "editor.sh");
    await writeFile(editor, `sed -i 's/^Use pnpm\\.$/Use pnpm 9./' "$1"\n`);
    const { code } = await run("inbox accept use --edit", {
      EDITOR: `sh ${editor}`,
      PATH: process.env["PATH"] ?? "",
    });
    expect(code).toBe(0);
    expect((await store.read("use-pnpm")).body).toBe("Use pnpm 9.\n");
  });

  it("says of what is gone that it is gone, and offers no undo", async () => {
    const { inbox, store } = await open();
    const forget = async () => {
      const { id, path } = await store.save({ ...wish("Use pnpm", "Use pnpm.").memory, source: "user" });
      const { version } = await store.read(id);
      await inbox.propose({ ...wish("", ""), op: "forget", memory: null, targets: [{ id, version }] });
      await rm(path);
    };
    const gone = "user/use-pnpm was gone already.";
    await forget();
    expect(await run("inbox accept forget")).toEqual({ code: 0, out: `${gone}\n`, err: "" });
    await forget();
    const { out } = await run("inbox accept --all --json");
    expect(JSON.parse(out)).toEqual({
      accepted: [],
      gone: [{ proposal: expect.stringMatching(/^forget-use-pnpm-/) as string, message: gone }],
      failed: [],
    });
    expect(await run("inbox")).toMatchObject({ err: "Nothing waits in the inbox.\n" });
  });

  it("does not write over what was changed, and takes a second word for it", async () => {
    const { inbox, store } = await open();
    await inbox.propose(wish("Use pnpm", "Use pnpm.\n"));
    await store.save({
      name: "Use pnpm",
      description: "mine",
      type: "feedback",
      body: "Mine.",
      source: "user",
    });
    const first = await run("inbox accept use");
    expect(first).toMatchObject({
      code: 1,
      out: expect.stringContaining("- Mine.\n  + Use pnpm.") as string,
    });
    expect((await store.read("use-pnpm")).body).toBe("Mine.\n");
    expect(await run("inbox accept use")).toMatchObject({ code: 0 });
    expect((await store.read("use-pnpm")).body).toBe("Use pnpm.\n");
  });
});

describe("daybook tidy", () => {
  it("names near-duplicates and changes nothing; with a model it proposes", async () => {
    const { store } = await open();
    for (const [name, body] of [
      ["Use pnpm", "Use pnpm, not npm."],
      ["Prefers pnpm", "The user wants pnpm instead of npm."],
    ] as const)
      await store.save({ name, description: "package manager", type: "feedback", body, source: "user" });
    const folder = join(root, "home", "memory");
    const before = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    expect((await run("tidy")).out).toMatch(
      /^1\t0\.\d+\tuser\/prefers-pnpm\tPrefers pnpm\tpackage manager\t$/m,
    );
    const merged = {
      merge: true,
      type: "feedback",
      name: "pnpm",
      description: "package manager",
      body: "Use pnpm.",
    };
    const script = {
      turns: [{ text: "-" }],
      side: [{ match: "You merge notes", text: JSON.stringify(merged) }],
    };
    await writeFile(join(root, "script.json"), JSON.stringify(script));
    const { out, err } = await run("tidy --script script.json --json");
    expect(JSON.parse(out)).toMatchObject({ compared: 2, groups: [{ result: { outcome: "proposed" } }] });
    expect(err).toContain("asking about group 1 of 1");
    expect(
      await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8"))),
    ).toEqual(before);
    expect((await run("inbox accept --all")).out).toContain("merged user/");
    expect((await store.list()).memories).toHaveLength(1);
    expect(await run("tidy")).toMatchObject({
      code: 0,
      err: expect.stringContaining("stands alone") as string,
    });
  });

  it("says once why nobody could be asked, also over a pipe, and ends as Ctrl-C does", async () => {
    const { store } = await open();
    for (const name of ["Use pnpm", "Use pnpm, not npm"])
      await store.save({ name, description: "pnpm", type: "feedback", body: "Use pnpm.", source: "user" });
    await writeFile(join(root, "script.json"), JSON.stringify({ turns: [{ text: "-" }], side: [] }));
    const { code, out, err } = await run("tidy --script script.json");
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("\tfailed\n") as string });
    expect(err.match(/The model could not be asked: /g)).toHaveLength(1);
    const slow = { match: "You merge notes", text: "{}", delayMs: 60_000 };
    await writeFile(join(root, "script.json"), JSON.stringify({ turns: [{ text: "-" }], side: [slow] }));
    const { host, written } = hostHere();
    const ended = main(["tidy", "--script", "script.json", "--home", join(root, "home")], host);
    await expect.poll(() => written.err).toContain("asking about group 1 of 1");
    host.interrupt();
    expect(await ended).toBe(130);
    await expect.poll(() => written.err).toContain("interrupted");
    expect(written.err).not.toContain("could not be asked");
  });
});

import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendAnswer, startLoopback } from "../../src/models/testing/index.ts";
import { runInProcess } from "./support/in-process.ts";
import { says } from "./support/model-server.ts";
import { realCli } from "./support/real-cli.ts";
import { createWorld, snapshot } from "./support/world.ts";
import type { World } from "./support/world.ts";

const cli = realCli();
let world: World;
beforeEach(async () => void (world = await createWorld(cli)));
afterEach(() => world.remove());

describe("two processes share one memory", () => {
  it("what the first is told is a file, is in the second's context, and the person can take it back", async () => {
    const shop = await world.repository("shop");
    await world.write(join(shop, "cart.js"), "export const cart = [];\n");
    await world.git(shop, "add", ".");
    const first = await script("first", [
      {
        when: "前缀",
        tools: [
          {
            name: "Memory",
            input: {
              action: "save",
              type: "feedback",
              name: "commit message 前缀",
              description: "写 commit message 时用 feat:/fix:/docs: 这类前缀",
              body: "第一行必须以 feat: / fix: / docs: 开头。",
            },
          },
        ],
      },
      { text: "记住了。" },
    ]);
    const told = await world.daybook(["-p", "以后 commit message 都用前缀", "--script", first], { in: shop });
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining("记住了。") });

    const folder = join(world.agent, "memory");
    expect(await readFile(join(folder, "MEMORY.md"), "utf8")).toBe(
      "- [commit message 前缀](commit-message-071596ac.md) — 写 commit message 时用 feat:/fix:/docs: 这类前缀\n",
    );
    expect(await readFile(join(folder, "commit-message-071596ac.md"), "utf8")).toMatch(
      /^---\nname: commit message 前缀\ndescription: .*feat:.*\ntype: feedback\nmodified: .*\nsource: agent\n(?:session: .*\n)?---\n第一行必须以 feat: \/ fix: \/ docs: 开头。\n?$/,
    );

    const context = await world.here(["context", "--json"], { in: shop });
    expect(context.stdout).toContain("(commit-message-071596ac.md)");

    const second = await script("second", [
      { when: "commit message", tools: [{ name: "Bash", input: { command: "git diff --cached --stat" } }] },
      { text: "feat: add a cart" },
    ]);
    const asked = await world.daybook(["-p", "Write a commit message", "--script", second], { in: shop });
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("feat: add a cart") });

    expect(await world.here(["rm", "commit-message-071596ac"], { in: shop })).toMatchObject({ code: 0 });
    expect(await snapshot(folder)).toEqual({});
    expect(await world.here(["undo"], { in: shop })).toMatchObject({ code: 0 });
    expect(Object.keys(await snapshot(folder))).toEqual(["MEMORY.md", "commit-message-071596ac.md"]);
  });

  it("a failed turn of -p ends with 1, a missing model with one sentence", async () => {
    const broken = await script("broken", [{ when: "never said", text: "no" }]);
    expect(await world.daybook(["-p", "hello", "--script", broken])).toMatchObject({ code: 1 });
    expect(await world.here(["-p", " ", "--script", broken])).toMatchObject({ code: 2 });
    const none = await world.here(["-p", "hello"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toMatch(/ANTHROPIC_API_KEY.*daybook demo/);
  });

  async function script(name: string, turns: readonly unknown[]): Promise<string> {
    const file = join(world.root, `${name}.json`);
    await world.write(file, JSON.stringify({ turns }));
    return file;
  }
});

describe("a tidy beside another process", () => {
  /** What is saved by a real process while the model writes. */
  async function saveBeside(body: string): Promise<void> {
    const saves = [
      { action: "save", type: "project", scope: "user", name: "C", description: "third", body: "c" },
      { action: "save", slug: "user/b", body },
    ];
    const turns = [{ tools: saves.map((input) => ({ name: "Memory", input })) }, { text: "Saved." }];
    const file = join(world.root, "saver.json");
    await world.write(file, JSON.stringify({ turns }));
    const saved = await world.daybook(["-p", "save C, and b2 into B", "--script", file, "--extract", "off"]);
    expect(saved).toMatchObject({ code: 0 });
  }

  async function writeMemories(bodies: { a: string; b: string }): Promise<void> {
    const folder = join(world.agent, "memory");
    await world.write(join(folder, "MEMORY.md"), "- [A](a.md) — first\n- [B](b.md) — second\n");
    const header = (name: string, description: string): string =>
      `---\nname: ${name}\ndescription: ${description}\ntype: project\n---\n\n`;
    await world.write(join(folder, "a.md"), `${header("A", "first")}${bodies.a}\n`);
    await world.write(join(folder, "b.md"), `${header("B", "second")}${bodies.b}\n`);
  }

  /** Tidies with a model that answers only when the other process has saved. */
  async function tidyWhile(save: () => Promise<void>): Promise<{ groups: Tidied[]; asked: string[] }> {
    const merged = { merge: true, type: "project", name: "AB", description: "both", body: "Port 5434." };
    const server = await startLoopback(async (_request, response) => {
      if (server.requests.length === 1) await save();
      await sendAnswer(response, says(JSON.stringify(merged)));
    });
    try {
      const given = ["tidy", "--json", "--base-url", server.url, "--model", "anthropic/claude-test"];
      const env = { HOME: join(world.root, "person"), ANTHROPIC_API_KEY: "key-of-a-test" };
      const { stdout } = await runInProcess(given, { cwd: world.root, env });
      const asked = server.requests.map(({ body }) => body);
      return { groups: (JSON.parse(stdout) as { groups: Tidied[] }).groups, asked };
    } finally {
      await server.close();
    }
  }

  interface Tidied {
    result?: { outcome: string };
  }

  async function expectNothingLost(body: string): Promise<void> {
    const files = await snapshot(join(world.agent, "memory"));
    expect(Object.keys(files).toSorted()).toEqual(["MEMORY.md", "a.md", "b.md", "c.md"]);
    expect(files["b.md"]).toContain(body);
    expect(files["MEMORY.md"]?.match(/\]\((\w+\.md)\)/g)?.toSorted()).toEqual([
      "](a.md)",
      "](b.md)",
      "](c.md)",
    ]);
  }

  it("FS-06 asks nobody about A and B as the case has them, since they say nothing alike", async () => {
    await writeMemories({ a: "a", b: "b" });
    expect(await tidyWhile(() => saveBeside("b2"))).toEqual({ groups: [], asked: [] });
    await saveBeside("b2");
    await expectNothingLost("b2");
  });

  it("FS-06 loses nothing of A and B that say the same: it asks again about what is there by then", async () => {
    const said = "The staging database listens on port";
    await writeMemories({ a: `${said} 5433.`, b: `${said} 5433.` });
    const { groups, asked } = await tidyWhile(() => saveBeside(`${said} 5434 (b2).`));
    expect(groups.map(({ result }) => result?.outcome)).toEqual(["proposed"]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain("5434 (b2)");
    await expectNothingLost("5434 (b2)");
  });
});

describe("daybook demo", () => {
  it("tells the whole story and leaves nothing behind", async () => {
    const result = await world.daybook(["demo"]);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    for (const words of [
      "scripted",
      "commit-message-071596ac.md",
      "MEMORY.md",
      "git diff --cached --stat",
      "feat: ",
      "recalled: staging deploy",
      "To staging: https://staging.example.com",
      "ANTHROPIC_API_KEY",
    ]) {
      expect(result.stdout).toContain(words);
    }
    // oxlint-disable-next-line no-control-regex
    expect(result.stdout).not.toMatch(/\u001b/);
    expect(await snapshot(world.root)).toEqual({});
  });

  it("cleans up when it is stopped", async () => {
    const child = spawn(process.execPath, [cli.script, "demo"], {
      cwd: world.root,
      env: { PATH: process.env["PATH"], HOME: join(world.root, "person"), TMPDIR: join(world.root, "tmp") },
    });
    const code = await new Promise((resolve) => {
      child.once("close", resolve);
      // Somewhere in the first process, and once: a second one would end it before it has cleaned up.
      let said = "";
      let isStopped = false;
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (!isStopped && said.includes("daybook --script")) isStopped = child.kill("SIGINT");
      });
    });
    expect(code).toBe(130);
    expect(await readdir(join(world.root, "tmp"))).toEqual([]);
  });

  it("says what is missing without git", async () => {
    const result = await world.daybook(["demo"], { env: { PATH: "/nowhere" } });
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("needs git") });
    expect(await snapshot(world.root)).toEqual({});
  });
});

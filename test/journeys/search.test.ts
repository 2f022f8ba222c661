import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realCli } from "./support/real-cli.ts";
import { createWorld, saving, snapshot, type World } from "./support/world.ts";

const cli = realCli();
let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.remove());

interface Searched {
  query: string;
  memories: Record<string, unknown>[];
}

describe("daybook search", () => {
  it("finds in a second process what a first one kept, changed and took back", async () => {
    await world.daybook(saving("staging target", { description: "where to deploy", type: "project" }));
    await world.daybook(saving("发布规则", { body: "发布之前必须先跑完整测试。\n" }));
    const { query, memories } = await world.json<Searched>(["search", "deploying", "--json"]);
    expect(query).toBe("deploying");
    expect(memories).toEqual([
      {
        id: "project/staging-target",
        slug: "staging-target",
        scope: "project",
        score: expect.any(Number),
        type: "project",
        name: "staging target",
        description: "where to deploy",
        path: expect.stringMatching(/staging-target\.md$/),
        age: 0,
      },
    ]);
    const first = await world.json<Searched>(["search", "完整测试", "--json", "--limit", "1"]);
    expect(first.memories).toMatchObject([{ name: "发布规则" }]);
    await world.daybook(["edit", "staging-target", "--description", "where nobody goes"]);
    expect((await world.json<Searched>(["search", "deploy", "--json"])).memories).toEqual([]);
    await world.daybook(["undo"]);
    expect((await world.json<Searched>(["search", "deploy", "--json"])).memories).toHaveLength(1);
  });

  it("prints a line a memory to a program, and one sentence when there is nothing", async () => {
    const empty = await world.daybook(["search", "deploy"]);
    expect(empty).toEqual({ code: 0, stdout: "", stderr: "daybook: No memories yet.\n" });
    expect(await snapshot(world.agent)).toEqual({});
    await world.daybook(saving("deploy", { description: "on Fridays" }));
    const found = await world.daybook(["search", "deploy", "fridays"]);
    expect(found.stdout).toMatch(/^user\/deploy\tfeedback\ttoday\t[\d.]+\tdeploy\ton Fridays\n$/);
    const none = await world.daybook(["search", "xyzzy"]);
    expect(none).toMatchObject({ code: 0, stdout: "" });
    expect(none.stderr).toBe("daybook: The one memory holds none of these words.\n");
    expect((await world.json<Searched>(["search", "xyzzy", "--json"])).memories).toEqual([]);
  });

  it("tells wrong usage, the short way and the long way alike", async () => {
    for (const line of [
      ["search"],
      ["search", "x", "--limit", "0"],
      ["search", "x", "-n", "0"],
      ["search", " "],
      ["search", "x", "--what"],
    ]) {
      const { code, stdout, stderr } = await world.daybook(line);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^daybook: .*\.\n$/);
    }
    const json = await world.daybook(["search", "x", "--json", "--limit=no"]);
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "usage" } });
    expect((await world.daybook(["search", "--help"])).stdout).toContain("Usage: daybook search");
  });

  it("is right after a kill at any moment, beside another, and over a cut cache", async () => {
    const folder = join(world.agent, "memory");
    for (let number = 0; number < 300; number += 1) {
      await world.write(
        join(folder, `m${number}.md`),
        `---\nname: walnut ${number}\ntype: user\n---\n${"word ".repeat(200)}\n`,
      );
    }
    for (let round = 0; round < 6; round += 1) {
      await killedAfter(60 * round);
      await world.write(join(folder, `m${round}.md`), `---\nname: chestnut ${round}\ntype: user\n---\n`);
      if (round === 4) await truncate(join(world.agent, "cache", "search.bin"), 5_000).catch(() => undefined);
      const both = await Promise.all([search("chestnut"), search("chestnut")]);
      for (const found of both) expect(found).toHaveLength(round + 1);
    }
    expect(await search("walnut")).toHaveLength(294);
    expect((await readdir(join(world.agent, "cache"))).filter((name) => name === "search.bin")).toHaveLength(
      1,
    );
  });
});

async function search(word: string): Promise<unknown[]> {
  return (await world.json<Searched>(["search", word, "--json", "--limit", "1000"])).memories;
}

async function killedAfter(milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [cli.script, "search", "walnut"], {
    cwd: world.root,
    env: { PATH: process.env["PATH"] ?? "", HOME: join(world.root, "person") },
    stdio: "ignore",
  });
  await wait(milliseconds);
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

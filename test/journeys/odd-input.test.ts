import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, saving, snapshot } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.remove());

/** Files that lie anywhere in the world but in the person's daybook. */
async function strays(): Promise<string[]> {
  const files = Object.keys(await snapshot(world.root));
  return files.filter((file) => !file.startsWith("person/.agent/"));
}

describe("odd names become safe files", () => {
  it.each([
    ["../escape"],
    ["/etc/passwd"],
    ["con"],
    ["🚀"],
    ["MEMORY"],
    ["a\\b:c*d?"],
    ["提交信息"],
    ["n".repeat(120)],
  ])("%s", async (name) => {
    const saved = await world.json<{ slug: string; path: string }>([...saving(name), "--json"]);
    expect(saved.path).toBe(join(world.agent, "memory", `${saved.slug}.md`));
    expect(saved.slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(saved.slug).not.toMatch(/^con$/);
    expect(await world.json(["show", saved.slug, "--json"])).toMatchObject({ name });
    expect(await strays()).toEqual([]);
  });

  it("two names that look alike are two files", async () => {
    for (const name of ["C++ style", "C style", `${"long ".repeat(14)}one`, `${"long ".repeat(14)}two`]) {
      await world.json([...saving(name), "--json"]);
    }
    expect(await world.json<unknown[]>(["list", "--json"])).toHaveLength(4);
  });

  it("a description of two lines becomes one", async () => {
    await world.json([...saving("one", { description: "first\nsecond" }), "--json"]);
    expect(await world.json(["show", "one", "--json"])).toMatchObject({ description: "first second" });
  });
});

describe("what cannot be kept ends in a sentence, and nothing on disk", () => {
  it.each([
    ["a name of blanks", saving("  \t "), "name"],
    ["a name of 200 characters", saving("n".repeat(200)), "120"],
    ["a body of 70 KB", saving("one", { body: "b".repeat(70_000) }), "65"],
    ["a path for a slug", saving("one", { slug: "../escape" }), "slug"],
  ])("%s", async (_, given, named) => {
    const result = await world.daybook(given);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(/^daybook: .+\n$/);
    expect(result.stderr).toContain(named);
    expect(await readdir(join(world.agent, "memory")).catch(() => [])).toEqual([]);
    expect(await strays()).toEqual([]);
  });

  it("a body of 70 KB on standard input", async () => {
    const given = ["save", "--type", "user", "--name", "one", "--description", "d"];
    const result = await world.daybook(given, { input: "b".repeat(70_000) });
    expect(result).toMatchObject({ code: 1, stdout: "" });
  });

  it("bytes that are no text", async () => {
    const given = ["save", "--type", "user", "--name", "one", "--description", "d"];
    const result = await world.daybook(given, { input: Buffer.from([0xff, 0xfe, 0x00]) });
    expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("UTF-8") });
  });

  // Put together here, so that no file of the repository looks as if it held a secret.
  const random = "Zq8Xw3Lr7Vt2Np5Bk9Ym4Hc6Jd1Fg0Ts8Uw3";
  it.each([
    ["a GitHub token", `token ${["gh", "p_"].join("")}${random}`, random],
    ["a Stripe key", `${["sk", "live", ""].join("_")}${random.slice(0, 24)}`, random.slice(0, 24)],
    ["a password in prose", `the ${"pass"}word is ${"hunter"}2!`, ["hunter", "2!"].join("")],
  ])("%s", async (_, body, value) => {
    const result = await world.daybook(saving("access", { body }));
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).not.toContain(value);
    expect(result.stderr).toContain("line 1");
    expect(JSON.stringify(await snapshot(world.root))).not.toContain(value);
  });

  it.each([
    ["a commit hash", "fixed in 4c2da45e8b47245f6576f331fe25440342e47c4f"],
    ["a UUID", "id 123e4567-e89b-42d3-a456-426614174000"],
    ["a rule about lengths", "min password length 12"],
  ])("%s is no secret", async (_, body) => {
    expect(await world.json([...saving("fact", { body }), "--json"])).toMatchObject({ action: "created" });
  });
});

describe("standard input as body", () => {
  const given = ["save", "--type", "user", "--name", "one", "--description", "d", "--json"];

  it("is taken as it comes, and empty input keeps the body there is", async () => {
    await world.json(given, { input: "第一行\n---\nlast, no end" });
    expect(await world.json(["show", "one", "--json"])).toMatchObject({
      body: expect.stringMatching(/^第一行\n---\nlast, no end\n?$/),
    });
    await world.json(given);
    expect(await world.json(["show", "one", "--json"])).toMatchObject({
      body: expect.stringContaining("第一行"),
    });
  });

  it("is not read when there is --body, even one that looks like an option", async () => {
    await world.json([...given, "--body", "--home", "--home", world.agent], { input: "ignored" });
    expect(await world.json(["show", "one", "--json"])).toMatchObject({
      body: expect.stringMatching(/^--home\n?$/),
    });
  });
});

describe("what hides in names is shown", () => {
  it("controls, bidirectional marks and zero-width characters are escapes on screen", async () => {
    await world.json([
      ...saving("a\u202eb\u200bc", { description: "\u001b[31mred", body: "x\u001b[2Jy\n" }),
      "--json",
    ]);
    const [memory] = await world.json<{ slug: string }[]>(["list", "--json"]);
    for (const command of [["list"], ["show", memory?.slug ?? ""], ["log"], ["context"]]) {
      const { stdout, code } = await world.daybook(command);
      expect(code).toBe(0);
      // oxlint-disable-next-line no-control-regex
      expect(stdout).not.toMatch(/[\u001b\u202e\u200b]/u);
    }
  });
});

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, snapshot } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;
let shop: string;
beforeEach(async () => {
  world = await createWorld();
  shop = await world.folder("shop");
});
afterEach(() => world.remove());

const wish = "No! Always begin commit messages with feat: or fix:, the changelog is made from it.";
const noted = {
  op: "create",
  type: "feedback",
  name: "commit prefix",
  description: "when writing a commit message: begin with feat: or fix:",
  body: "Begin with feat: or fix:.\n**Why:** the changelog is made from it.\n**How to apply:** in every commit message.",
  quote: "Always begin commit messages with feat: or fix:",
};
const updated = {
  ...noted,
  op: "update",
  slug: "user/commit-prefix",
  body: `${noted.body}\nSaid again: not chore: either.`,
  quote: "and never chore:, as I said",
};
const answering = (...operations: object[]): string => JSON.stringify({ operations });

async function script(name: string, content: object): Promise<string> {
  const path = join(world.root, name);
  await world.write(path, JSON.stringify(content));
  return path;
}

/** Talks over a pipe; the answers to questions for notes are known by words of the turn. */
async function talk(lines: readonly string[], flags: readonly string[] = []) {
  const file = await script("talk.json", {
    turns: lines.map(() => ({ text: "Understood." })),
    side: [
      { match: "take the notes", when: "never chore:", text: answering(updated) },
      { match: "take the notes", when: "Always begin commit", text: answering(noted) },
      { match: "take the notes", text: answering() },
    ],
  });
  return world.daybook(["--script", file, "--extract", "auto", ...flags], {
    in: shop,
    input: `${lines.join("\n")}\n`,
  });
}

describe("notes of a talk", () => {
  it("a correction is kept, idle talk is not, what is said again updates it; the next process knows it, and undo takes it back", async () => {
    const first = await talk([wish, "hello, how are you", "commit it, and never chore:, as I said"]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('noted: feedback "commit prefix" -> commit-prefix · undo: /memory undo');
    expect(first.stderr).toContain("-> commit-prefix (updated)");
    const list = await world.json<{ slug: string; source: string }[]>(["list", "--json"], { in: shop });
    expect(JSON.stringify(list)).toContain('"commit-prefix"');
    const files = Object.keys(await snapshot(join(world.agent, "memory")));
    expect(files).toEqual(["MEMORY.md", "commit-prefix.md"]);
    const shown = await world.daybook(["show", "commit-prefix"], { in: shop });
    expect(shown.stdout).toMatch(/\*\*Why:\*\*[\s\S]*\*\*How to apply:\*\*[\s\S]*Said again/);

    const context = await world.daybook(["context", "--text"], { in: shop });
    expect(context.stdout).toContain("[commit prefix](commit-prefix.md)");
    const undone = await talk(["/memory undo", "/memory undo"]);
    expect(undone.stdout).toMatch(/undone update of user\/commit-prefix[\s\S]*undone create/);
    expect(Object.keys(await snapshot(join(world.agent, "memory")))).toEqual([]);
  });

  it("-p waits for nothing; the next start takes its notes, and says so", async () => {
    const file = await script("once.json", {
      turns: [{ text: "Understood." }],
      side: [{ match: "take the notes", delayMs: 60_000, text: answering(noted) }],
    });
    const once = await world.daybook(["-p", wish, "--script", file, "--extract", "auto"], { in: shop });
    expect(once).toMatchObject({ code: 0, stdout: "Understood.\n" });
    const before = Object.keys(await snapshot(join(world.agent, "memory")));
    expect(before).toEqual([]);
    const next = await talk(["/memory extract"]);
    expect(next.stderr).toContain('noted: feedback "commit prefix"');
    const again = await talk(["/memory extract"]);
    expect(again.stderr).not.toContain("noted");
  });

  it("without memory, and for a script that nobody asked, nothing is read", async () => {
    for (const flags of [["--no-memory"], ["--extract", "off"]]) {
      const told = await talk([wish], flags);
      expect(told).toMatchObject({ code: 0 });
      expect(told.stderr).not.toContain("noted");
    }
    const file = await script("plain.json", { turns: [{ text: "Understood." }] });
    const plain = await world.daybook(["--script", file], { in: shop, input: `${wish}\n/memory extract\n` });
    expect(plain.stdout).toContain("extract off");
    expect(Object.keys(await snapshot(join(world.agent, "memory")))).toEqual([]);
  });

  it("an invented wish waits in the inbox", async () => {
    const file = await script("invented.json", {
      turns: [{ text: "Understood." }],
      side: [{ match: "take the notes", text: answering({ ...noted, quote: "I adore semicolons" }) }],
    });
    const told = await world.daybook(["--script", file, "--extract", "auto"], {
      in: shop,
      input: `${wish}\n/memory why\n`,
    });
    expect(told.stderr).toContain("1 proposal waits: /memory inbox");
    expect(Object.keys(await snapshot(join(world.agent, "memory")))).toEqual([]);
    const inbox = await world.daybook(["inbox", "--json"], { in: shop });
    expect(inbox.stdout).toContain("commit prefix");
  });
});

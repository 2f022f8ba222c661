import { describe, expect, it } from "vitest";
import type { Memory } from "../memory/index.ts";
import type { ItemText } from "./item-text.ts";
import { likestMemory } from "./likest-memory.ts";
import { chosenOn, heldBack } from "./near-duplicates.fixture.ts";

const note = (name: string, description: string, body: string): ItemText => ({ name, description, body });

/** Whether an item is taken for this memory, the only one that there is. */
async function isTaken(item: ItemText & { quote: string }, memory: ItemText, person: string) {
  const kept: Memory = {
    ...memory,
    type: "feedback",
    id: "user/kept",
    slug: "kept",
    scope: "user",
    path: "home/memory/kept.md",
    file: "/home/memory/kept.md",
    version: "1",
    modified: null,
    source: "extracted",
    session: null,
    problems: [],
  };
  const look = { alike: async () => [kept], read: async () => null, isExtracted: async () => true };
  return (await likestMemory(item, { look, person })) === kept;
}

describe("a wish that is said again", () => {
  const kept = note(
    "commit 语言",
    "写 commit message 时",
    "commit message 一律用英文写。\n**Why:** 外国同事。",
  );
  const said = "我说过了 commit message 要用英文写";

  it.each([
    [
      kept,
      said,
      note("提交信息用英文", "写提交信息时", "commit message 用英文写。\n**Why:** 用户重复要求。"),
    ],
    [note("提交信息用英文", "提交时", "commit message 用英文写。"), said, note(kept.name, "语言", kept.body)],
    [
      note("Sprache der Commits", "beim Commit", "Commit-Nachrichten auf Englisch schreiben."),
      "Commit-Nachrichten auf Englisch!",
      note("Englisch", "Texte", "Commit-Nachrichten auf Englisch schreiben."),
    ],
  ])("is the same memory under another name of the model: %j, %s", async (memory, person, item) => {
    expect(await isTaken({ ...item, quote: person }, memory, person)).toBe(true);
  });

  it("is another one where the person says more, or names what it is about, or the contrary", async () => {
    const more = "PR 描述也要用英文写";
    const about = note("PR 语言", "写 PR 时", "PR 描述用英文写。");
    expect(await isTaken({ ...about, quote: more }, kept, more)).toBe(false);
    const contrary = note("提交信息不用英文", "写提交信息时", "commit message 不要用英文写。");
    const denied = "commit message 不要用英文写";
    expect(await isTaken({ ...contrary, quote: denied }, kept, denied)).toBe(false);
    const staging = note("staging deploy", "staging", "Run make deploy from the main branch.");
    const production = note("production deploy", "production", staging.body);
    const quote = "run make deploy from the main branch";
    expect(await isTaken({ ...production, quote }, staging, `For production too: ${quote}`)).toBe(false);
    expect(await isTaken({ ...production, quote: "" }, staging, quote)).toBe(false);
    const short = note("production deploy", "production", "make deploy");
    expect(await isTaken({ ...short, quote: "make deploy" }, staging, "make deploy")).toBe(false);
  });

  it("raises no false alarm on labelled pairs, also where the person said all that the item states", async () => {
    const different = [...chosenOn, ...heldBack].filter(({ same }) => !same);
    expect(different.length).toBeGreaterThan(30);
    for (const { left, right } of different) {
      expect([left, await isTaken({ ...left, quote: left.body }, right, left.body)]).toEqual([left, false]);
      expect([right, await isTaken({ ...right, quote: right.body }, left, right.body)]).toEqual([
        right,
        false,
      ]);
    }
  });
});

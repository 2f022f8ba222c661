import { describe, expect, it } from "vitest";
import { chosenOn, heldBack, type LabelledPair } from "./near-duplicates.fixture.ts";
import { findNearDuplicates } from "./near-duplicates.ts";
import { nearDuplicate, similarity } from "./similarity.ts";

function judged(pairs: readonly LabelledPair[]): { found: number; wrong: string[]; same: number } {
  const near = pairs.filter(({ left, right }) => similarity(left, right) >= nearDuplicate);
  return {
    found: near.filter(({ same }) => same).length,
    wrong: near.filter(({ same }) => !same).map(({ left, right }) => `${left.name} | ${right.name}`),
    same: pairs.filter(({ same }) => same).length,
  };
}

describe("similarity", () => {
  it("finds what says the same and never what only sounds alike, on labelled pairs", () => {
    expect(judged(chosenOn)).toEqual({ found: 21, wrong: [], same: 22 });
  });

  it("does so on pairs that were written after the threshold was chosen", () => {
    const { found, wrong, same } = judged(heldBack);
    expect(wrong).toEqual([]);
    expect(found / same).toBeGreaterThanOrEqual(0.7);
  });

  it("is 1 for the same, 0 for nothing in common or nothing at all, and the same both ways", () => {
    for (const { left, right } of [...chosenOn, ...heldBack]) {
      expect(similarity(left, left)).toBe(1);
      expect(similarity(left, right)).toBeCloseTo(similarity(right, left), 12);
    }
    const empty = { name: "", description: "", body: "" };
    const other = { name: "zebra", description: "", body: "" };
    expect(similarity(empty, empty)).toBe(0);
    expect(similarity(other, { ...other, name: "quokka" })).toBe(0);
  });

  it("takes a long text that stands in two places for a copy, whatever it is called there", () => {
    const body =
      "The importer reads the ledger every night, writes rejected rows into a table and mails their number to Mara.\n";
    const left = { name: "Importer", description: "nightly import", body };
    expect(similarity(left, { name: "Nightly job", description: "ledger", body })).toBeGreaterThan(
      nearDuplicate,
    );
    const short = { ...left, name: "staging deploy", body: "make deploy\n" };
    expect(similarity(short, { ...short, name: "production deploy" })).toBeLessThan(nearDuplicate);
  });
});

describe("findNearDuplicates", () => {
  const memory = (id: string, name: string, body: string) => ({ id, name, description: name, body });

  it("groups those that are all alike, the most alike first", () => {
    const memories = [
      memory("a", "Use pnpm", "Use pnpm, not npm."),
      memory("b", "Commit prefix", "Commit messages begin with feat: or fix:."),
      memory("c", "Prefers pnpm", "The user prefers pnpm, not npm."),
      memory("d", "Prefix of commits", "Commits begin with the prefix feat: or fix:."),
      memory("e", "pnpm", "Always pnpm, never npm."),
      memory("f", "Meeting room", "The meeting room is on the third floor."),
    ];
    const groups = findNearDuplicates(memories);
    expect(groups.map((group) => group.memories.map(({ id }) => id))).toEqual([
      ["b", "d"],
      ["a", "c", "e"],
    ]);
    expect(groups[0]?.similarity).toBeGreaterThanOrEqual(groups[1]?.similarity ?? 1);
  });

  it("makes no chain: the ends of a group are alike as well", () => {
    const words = Array.from({ length: 40 }, (_, at) => `w${at}x`);
    const memories = Array.from({ length: 5 }, (_, at) =>
      memory(String(at), "notes", words.slice(at * 6, at * 6 + 16).join(" ")),
    );
    for (const { memories: group } of findNearDuplicates(memories)) {
      for (const one of group) {
        for (const other of group) expect(similarity(one, other)).toBeGreaterThanOrEqual(nearDuplicate);
      }
    }
  });

  it("finds in many what comparing each with each finds", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = (length: number): string =>
      Array.from({ length }, () => `word${Math.floor((random(1000) * random(1000)) / 2500)}x`).join(" ");
    const memories = Array.from({ length: 90 }, (_, at) => memory(String(at), text(3), text(20)));
    const copies = memories
      .slice(0, 30)
      .map((each, at) => ({ ...each, id: `copy-${at}`, body: `${each.body} more` }));
    const all = [...memories, ...copies];
    const expected = new Set<string>();
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1))
        if (similarity(one, other) >= nearDuplicate) expected.add([one.id, other.id].toSorted().join(" "));
    }
    const found = findNearDuplicates(all).filter((group) => group.memories.length === 2);
    for (const { memories: pair } of found)
      expect(expected).toContain(
        pair
          .map(({ id }) => id)
          .toSorted()
          .join(" "),
      );
    for (const { id } of copies) {
      expect(found.some((group) => group.memories.some((each) => each.id === id))).toBe(true);
    }
  });

  it("has nothing to say of nothing", () => {
    expect(findNearDuplicates([])).toEqual([]);
    expect(findNearDuplicates([memory("a", "", ""), memory("b", "", "")])).toEqual([]);
  });
});

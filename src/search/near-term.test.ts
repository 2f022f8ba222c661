import { describe, expect, it } from "vitest";
import { nearTerm } from "./near-term.ts";
import { TermDictionary } from "./term-dictionary.ts";

function near(word: string, known: Record<string, number>): string | undefined {
  const dictionary = new TermDictionary();
  const holding = new Uint32Array(Object.keys(known).length);
  for (const [text, held] of Object.entries(known)) holding[dictionary.add(text)] = held;
  const found = nearTerm(word, { dictionary, holding, size: 100 });
  return found === undefined ? undefined : `${dictionary.text(found.id)} ${found.edits}`;
}

describe("nearTerm", () => {
  it.each([
    ["celri", "celeri 1", "a letter left out"],
    ["celxeri", "celeri 1", "a letter too many"],
    ["celari", "celeri 1", "another letter"],
    ["cleeri", "celeri 1", "a swap"],
    ["statmenst", "statement 2", "two edits in a long word"],
    ["falg", "flag 1", "a swap in a short word"],
  ])("%s -> %s: %s", (word, expected) => {
    expect(near(word, { celeri: 1, statement: 1, flag: 1 })).toBe(expected);
  });

  it.each([
    ["flig", "another letter in a short word"],
    ["eceleri", "another first letter"],
    ["celllleri", "more edits than allowed"],
    ["cel", "too short"],
    ["端末端末", "no Latin word"],
  ])("%s is near nothing: %s", (word) => {
    expect(near(word, { celeri: 1, flag: 1, 端末端: 3 })).toBeUndefined();
  });

  it("prefers fewer edits, then what more memories hold, then the alphabet", () => {
    expect(near("statemant", { statement: 1, statemanter: 50 })).toBe("statement 1");
    expect(near("wordx", { worda: 1, wordb: 7 })).toBe("wordb 1");
    expect(near("wordx", { wordb: 3, worda: 3 })).toBe("worda 1");
  });

  it("passes over what no memory holds any more", () => {
    expect(near("celri", { celeri: 0 })).toBeUndefined();
  });
});

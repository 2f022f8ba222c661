import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutQuoted, withoutReminders, withoutRepeated } from "./repeated-text.ts";

const injected = [
  "Recalled memory project/db: staging database\n\nDatabase listens on 5433. RECALL-MARKER\nThe nightly job copies production into staging and takes about forty minutes.",
  "# Rules\n- Always speak politely. SYS-MARKER\n- 提交之前必须先在本地把全部测试跑一遍，再请另一个人看过。",
];

describe("an answer without what it repeats", () => {
  it.each([
    ["a whole sentence", "As noted: Database listens on 5433. Shall I go on?", /5433/],
    [
      "in other case, marks and lines",
      "> **the nightly job**\n> copies PRODUCTION into `staging`, and takes about forty minutes!",
      /nightly|forty/i,
    ],
    [
      "within a longer sentence",
      "I know that the nightly job copies production into staging and takes about forty minutes, so wait.",
      /nightly|forty/,
    ],
    ["a name known from there alone", "It is the one with RECALL-MARKER in it.", /RECALL/],
    ["such a name in another spelling", "It is recall_marker that matters, and SysMarker too.", /marker/i],
    ["a short sentence", "Always speak politely.", /politely/],
    ["Chinese", "我知道，提交之前必须先在本地把全部测试跑一遍！", /本地|测试/],
  ])("lacks %s", (_what, said, gone) => {
    const left = withoutRepeated(
      `Hello there, friend. ${said}\nThe colour of the button is green now.`,
      injected,
    );
    expect(left).not.toMatch(gone);
    expect(left).toContain("Hello there, friend.");
    expect(left).toContain("The colour of the button is green now.");
  });

  it("keeps what shares only words, and names that the person used", () => {
    const said = "The staging database is up, the job is done. I will copy it, and RECALL-MARKER stays.";
    expect(withoutRepeated(said, injected, { person: "what of recall-marker?" })).toBe(said);
    expect(withoutRepeated("", injected)).toBe("");
    expect(withoutRepeated("Done.", [])).toBe("Done.");
  });

  it("lacks every passage of many words, wherever it is put", () => {
    const words = fc.array(
      fc.constantFrom(..."alpha beta gamma delta epsilon zeta eta theta iota kappa".split(" ")),
      {
        minLength: 10,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(words, fc.lorem(), fc.lorem(), (passage, before, after) => {
        const shown = passage.map((word, at) => (at % 3 === 0 ? word.toUpperCase() : word)).join(" * ");
        const left = withoutRepeated(`${before}. ${shown}. ${after}`, [`note: ${passage.join(" ")} end`]);
        expect(left.toLowerCase().includes(passage.slice(0, 8).join(" * "))).toBe(false);
      }),
    );
  });

  it("reads outputs of any length", () => {
    const output = Array.from(
      { length: 4_000 },
      (_, at) => `src/file${at}.ts: export function f${at}() { return 0 0 0 }`,
    ).join("\n");
    expect(withoutRepeated("0 0 0 0 0 0 0 0 0 0 0 0 ".repeat(200), [output, "0 ".repeat(50_000)])).toBe(
      "[…] ",
    );
  });
});

describe("what a person pasted", () => {
  it("is left out where it is daybook's own block, or long and word for word what was injected", () => {
    const block = "<system-reminder>\nDatabase listens on 5433.\n</system-reminder>";
    expect(withoutReminders(`look: ${block} why?`)).toBe("look: […] why?");
    expect(withoutReminders(`look: ${block.slice(0, 40)}`)).toBe("look: […]");
    const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(" ");
    expect(withoutQuoted(`Here: ${long} From now on use tabs.`, () => [long])).toBe(
      "Here: […] From now on use tabs.",
    );
    expect(withoutQuoted("Always speak politely.", () => injected)).toBe("Always speak politely.");
  });
});

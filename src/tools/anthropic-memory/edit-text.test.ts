import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertLines, replaceOnce } from "./edit-text.ts";

const words = fc.string({
  unit: fc.constantFrom("a", "b", "$", "&", "\n", "\r\n", "é", "🙂"),
  maxLength: 30,
});

describe("replacing a text once", () => {
  const run = (text: string, old: string, wanted: string) =>
    replaceOnce("/memories/a", { text, bodyAt: 0 }, { old, new: wanted });

  it("is a splice at the only place", () => {
    fc.assert(
      fc.property(words, words, words, words, (before, old, after, wanted) => {
        const text = before + old + after;
        fc.pre(old !== "" && text.indexOf(old) === text.lastIndexOf(old));
        const isCrlf = /^(?:[^\n]*\r\n)+[^\n]*$/u.test(text);
        const inserted = isCrlf ? wanted.replace(/\r?\n/gu, "\r\n") : wanted;
        expect(run(text, old, wanted)).toEqual({ text: before + inserted + after, at: before.length });
      }),
    );
  });

  it("is refused where the text stands twice, or nowhere", () => {
    fc.assert(
      fc.property(words, words, words, (before, old, between) => {
        fc.pre(old !== "");
        expect(() => run(before + old + between + old, old, "x")).toThrow(/Multiple occurrences/);
        expect(() => run(before, `${old}!`, "x")).toThrow(/did not appear verbatim/);
      }),
    );
  });

  it("takes the place in the body where the header says the same", () => {
    const text = "---\ndescription: tea\n---\nGreen tea\n";
    const changed = replaceOnce("p", { text, bodyAt: 25 }, { old: "tea", new: "coffee" });
    expect(changed.text).toBe("---\ndescription: tea\n---\nGreen coffee\n");
    const inHeader = replaceOnce("p", { text, bodyAt: 25 }, { old: "description", new: "d" });
    expect(inHeader.text).toBe("---\nd: tea\n---\nGreen tea\n");
  });
});

describe("inserting lines", () => {
  it("puts them behind the line and changes nothing else", () => {
    const line = fc.stringMatching(/^[a-c ]{0,4}$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        line,
        fc.nat(6),
        fc.boolean(),
        (lines, added, at, ends) => {
          fc.pre(at <= lines.length && (ends || lines.at(-1) !== ""));
          const text = lines.join("\n") + (ends ? "\n" : "");
          const { text: changed } = insertLines(
            { text, bodyAt: 0 },
            { line: at, shownLine: `${at}`, insert: added },
          );
          expect(changed).toBe(lines.toSpliced(at, 0, added).join("\n") + (ends ? "\n" : ""));
        },
      ),
    );
  });

  it("puts what goes before the first line behind the header of a memory", () => {
    const text = "---\ntype: user\n---\nGreen\n";
    expect(insertLines({ text, bodyAt: 19 }, { line: 0, shownLine: "0", insert: "Tea" }).text).toBe(
      "---\ntype: user\n---\nTea\nGreen\n",
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "./line-diff.ts";

const marks = { same: " ", added: "+", removed: "-", gap: "@", note: "!" } as const;

function render(before: string, after: string): string[] {
  return diffLines(before, after).lines.map(({ kind, text }) => marks[kind] + text);
}

describe("diffLines", () => {
  it("shows three lines around a change and counts the rest", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `l${index + 1}`);
    const before = lines.join("\n");
    const after = before.replace("l6", "six").replace("l7\n", "");
    expect(render(before, after)).toEqual([
      "@2",
      " l3",
      " l4",
      " l5",
      "-l6",
      "-l7",
      "+six",
      " l8",
      " l9",
      " l10",
    ]);
    expect(diffLines(before, after).lines[4]).toEqual({
      kind: "removed",
      text: "l6",
      before: 6,
      after: null,
    });
    expect(diffLines(before, after).lines[6]).toEqual({ kind: "added", text: "six", before: null, after: 6 });
  });

  it("knows new, emptied and equal texts", () => {
    expect(render("", "a\nb\n")).toEqual(["+a", "+b"]);
    expect(render("a\n", "")).toEqual(["-a"]);
    expect(render("a\r\nb\r\n", "a\r\nb\r\n")).toEqual([]);
  });

  it("tells changes that no line shows: those of line ends", () => {
    for (const [before, after] of [
      ["a\r\nb\r\n", "a\nb\n"],
      ["a\nb\n", "a\r\nb\n"],
      ["a\nb", "a\nb\n"],
    ] as const) {
      expect(render(before, after)).toEqual(["!only line ends change"]);
      expect(diffLines(before, after)).toMatchObject({ added: 0, removed: 0 });
    }
    expect(render("a\r\nb\r\n", "a\nc\n")).toEqual(["!line ends change too", " a", "-b", "+c"]);
    expect(render("a", "a\r\nb\r\n")).toEqual([" a", "+b"]);
    expect(render("a\r\nb\r\n", "a\r\n")).toEqual([" a", "-b"]);
  });

  it("stays quick on texts with nothing in common", () => {
    const many = (word: string): string => Array.from({ length: 20_000 }, (_, n) => word + n).join("\n");
    expect(diffLines(many("a"), many("b"))).toMatchObject({ added: 20_000, removed: 20_000 });
  });

  it("leads from the one text to the other", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lines } = diffLines(before.join("\n"), after.join("\n"));
        const seen = (kind: "added" | "removed"): string[] =>
          lines.filter((line) => line.kind === kind).map((line) => line.text);
        const wrong = lines.filter(
          (line) =>
            (line.before !== null && before[line.before - 1] !== line.text) ||
            (line.after !== null && after[line.after - 1] !== line.text),
        );
        expect(wrong).toEqual([]);
        expect(before.length - seen("removed").length).toBe(after.length - seen("added").length);
      }),
    );
  });
});

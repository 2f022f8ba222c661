import { describe, expect, it } from "vitest";

import { defaultLimits } from "../limits/index.ts";
import { cutIndex, viewSource, type ViewLine } from "./index-view.ts";

const at = { scope: "project", limits: defaultLimits } as const;

function lines(count: number, make: (number: string) => string): ViewLine[] {
  return Array.from({ length: count }, (_, at0) => {
    const number = String(at0 + 1).padStart(3, "0");
    return { text: make(number), file: `note-${number}.md` };
  });
}

describe("viewSource", () => {
  it("leaves out dangling and repeated lines, and names files without a line", () => {
    const view = viewSource({
      text: "\ufeff# Memory\r\n\r\n- [a](a.md)\r\n- [gone](gone.md)\r\n- [a](a.md) again\r\nprose\u202e\r\n\r\n",
      files: new Set(["a.md", "z.md", "b.md"]),
    });
    expect(view).toEqual({
      lines: [
        { text: "# Memory", file: null },
        { text: "", file: null },
        { text: "- [a](a.md)", file: "a.md" },
        { text: "prose\u202e", file: null },
      ],
      filesWithoutLine: ["b.md", "z.md"],
      linesWithoutFile: ["gone.md"],
      heldLines: 0,
    });
  });

  it("holds lines that are not trusted", () => {
    const view = viewSource({
      text: "ours\ntheirs\n",
      files: new Set(),
      isTrusted: (line) => line === "ours",
    });
    expect(view).toMatchObject({ lines: [{ text: "ours" }], heldLines: 1 });
  });
});

describe("cutIndex", () => {
  it("shows what nobody would see", () => {
    expect(cutIndex([{ text: "prose\u202e\tend", file: null }], at).text).toBe("prose\\u{202e}  end");
  });

  it("says so when nothing is saved", () => {
    expect(cutIndex([], at)).toEqual({
      text: "(No memories saved yet.)",
      loaded: 0,
      total: 0,
      lines: 0,
      bytes: 0,
      cut: null,
    });
  });

  it("IDX-01 loads 200 of 238 lines and says what was left out", () => {
    const index = cutIndex(
      lines(238, (number) => `- [Note ${number}](note-${number}.md) — hook ${number}`),
      at,
    );
    const shown = index.text.split("\n");
    expect(shown).toHaveLength(201);
    expect(shown[199]).toContain("note-200.md");
    expect(shown[200]).toBe(index.cut);
    expect(index).toMatchObject({ loaded: 200, total: 238 });
    for (const part of [
      "238 lines",
      "limit is 200 lines",
      "38 are not",
      "first note-201.md",
      "last note-238.md",
      "merge or delete",
    ]) {
      expect(index.cut).toContain(part);
    }
  });

  it("IDX-03 loads 83 whole lines of 301 bytes and names the byte limit", () => {
    const index = cutIndex(
      lines(120, (number) => `- [Topic ${number}](topic-${number}.md) — ${"x".repeat(268)}`),
      at,
    );
    const shown = index.text.split("\n");
    expect(shown).toHaveLength(84);
    expect(new Set(shown.slice(0, 83).map((line) => Buffer.byteLength(line)))).toEqual(new Set([300]));
    expect(index.cut).toContain("120 lines, 36,120 bytes; the limit is 25,000 bytes");
    expect(index.cut).not.toContain("200 lines");
  });

  it("is not cut at exactly the limits", () => {
    expect(
      cutIndex(
        lines(200, () => "x"),
        at,
      ).cut,
    ).toBeNull();
    expect(
      cutIndex(
        lines(100, () => "x".repeat(249)),
        at,
      ).cut,
    ).toBeNull();
    expect(
      cutIndex(lines(100, () => "x".repeat(249)).concat({ text: "", file: null }), at).cut,
    ).not.toBeNull();
  });

  it("cuts a single line that is longer than the limit on a character boundary", () => {
    const index = cutIndex(
      [
        { text: "# M", file: null },
        { text: "前".repeat(10_000), file: null },
      ],
      at,
    );
    const [first, second = "", cut] = index.text.split("\n");
    expect(first).toBe("# M");
    expect(second).toMatch(/^前+$/);
    expect(Buffer.byteLength(second)).toBeLessThanOrEqual(25_000);
    expect(Buffer.byteLength(second)).toBeGreaterThan(24_900);
    expect(cut).toContain("Line 2 is longer than the limit");
  });

  it("keeps whole lines when one that would fit alone does not", () => {
    const index = cutIndex(
      [
        { text: "a".repeat(20_000), file: null },
        { text: "b".repeat(20_000), file: null },
      ],
      at,
    );
    expect(index.text.split("\n")).toEqual(["a".repeat(20_000), index.cut]);
  });
});

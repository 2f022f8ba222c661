import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { countCharacters } from "../text/index.ts";
import { readEntry, renderEntry, type EntryText } from "./index-entry.ts";
import { removeEntry, saveEntry, scanIndex, type EntryEdit } from "./index-file.ts";

describe("readEntry", () => {
  it.each([
    ["- [Lint first](lint-first.md) — run lint", "lint-first.md", "Lint first"],
    ["* [a](a.md) - dash", "a.md", "a"],
    ["+ [a](a.md): colon", "a.md", "a"],
    ["12. **[a b](a.md)** (feedback)", "a.md", "a b"],
    ["    - (project) [a](a.md)", "a.md", "a"],
    ["- [ ] [a](a.md)", "a.md", "a"],
    ["- ![icon](x.png) [a](a.md)", "a.md", "a"],
    ["- `[code](x.md)` [a](a.md)", "a.md", "a"],
    ["- [a \\[x\\] b](a.md)", "a.md", "a [x] b"],
    ["- [a [x] b](a.md)", "a.md", "a [x] b"],
    ["- [`a]` b](a.md)", "a.md", "`a]` b"],
    ["- [a](<my notes.md>)", "my notes.md", "a"],
    ["- [a](my%20notes.md)", "my notes.md", "a"],
    ['- [a](a.md "title")', "a.md", "a"],
    ["- [a](a.md#part)", "a.md", "a"],
    ["- [会议](会议.md)", "会议.md", "会议"],
    [
      "- [feedback_no-friday.md](feedback_no-friday.md) — no",
      "feedback_no-friday.md",
      "feedback_no-friday.md",
    ],
    ["- [](a.md)", "a.md", ""],
  ])("%s", (line, file, title) => {
    expect(readEntry(line)).toMatchObject({ file, title });
  });

  it.each([
    "[a](a.md)",
    "> - [a](a.md)",
    "| [a](a.md) |",
    "- [a](sub/a.md)",
    "- [a](./a.md)",
    "- [a](..\\a.md)",
    "- [a](https://x.org/a.md)",
    "- [site](https://x.org) and [a](a.md)",
    "- <https://x.org> [a](a.md)",
    "- [a](MEMORY.md)",
    "- [a](.md)",
    "- [a](a.txt)",
    "- [a] (a.md)",
    "- \\[a](a.md)",
    "- `[a](a.md)`",
    "- <!-- [a](a.md) -->",
    "-[a](a.md)",
    "- no link",
    "",
  ])("no entry: %s", (line) => {
    expect(readEntry(line)).toBeNull();
  });

  it("is linear on hostile lines", () => {
    for (const part of ["[", "`", "[`", "(", "![", "<!--", "\\"])
      expect(readEntry(`- ${part.repeat(100_000)}`)).toBeNull();
  });
});

function lineOf(entry: EntryText): string {
  return renderEntry(entry).line;
}

describe("renderEntry", () => {
  const entry = { file: "a.md", name: "A", description: "first", limit: 200 };

  it("has the form of the index line", () => {
    expect(
      lineOf({
        ...entry,
        name: "commit message 前缀",
        file: "commit-message-071596ac.md",
        description: "写 commit",
      }),
    ).toBe("- [commit message 前缀](commit-message-071596ac.md) — 写 commit");
    expect(lineOf({ ...entry, description: "" })).toBe("- [A](a.md)");
    expect(lineOf({ ...entry, mark: "  * " })).toBe("  * [A](a.md) — first");
  });

  it.each([
    ["[x] y]", "- [\\[x\\] y\\]](a.md) — first"],
    ["C:\\escape", "- [C:\\escape](a.md) — first"],
    ["ends in \\", "- [ends in \\\\](a.md) — first"],
    ["bidi\u202e", "- [bidi\\u{202e}](a.md) — first"],
    ["<!-- x", "- [\\<!-- x](a.md) — first"],
    ["use `npm ci`", "- [use `npm ci`](a.md) — first"],
  ])("makes %j harmless", (name, line) => {
    expect(lineOf({ ...entry, name })).toBe(line);
  });

  it("says whether it cut, whatever the text ends in", () => {
    const isCut = (more: Partial<EntryText>) => renderEntry({ ...entry, ...more }).isCut;
    expect(isCut({ description: "等等……", name: "and so on…" })).toBe(false);
    expect(isCut({ description: "d".repeat(500) })).toBe(true);
    expect(isCut({ limit: lineOf(entry).length })).toBe(false);
    expect(isCut({ limit: lineOf(entry).length - 1 })).toBe(true);
  });

  it("cuts the description, then the name, never the link", () => {
    const long = lineOf({ ...entry, description: "d".repeat(500) });
    expect(countCharacters(long)).toBe(200);
    expect(long).toMatch(/^- \[A\]\(a\.md\) — d+…$/);
    const longer = lineOf({
      ...entry,
      name: "n".repeat(120),
      file: `${"s".repeat(69)}.md`,
      description: "d".repeat(500),
    });
    expect(countCharacters(longer)).toBe(200);
    expect(longer).toMatch(/^- \[n+…\]\(s{69}\.md\) — …$/);
  });

  it("reads back as an entry of its file, within the limit (property)", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 130 }),
      fc.string({ unit: fc.constantFrom(..."ab[]()`\\<>!-*_ 前"), maxLength: 130 }),
    );
    const file = fc.constantFrom("a.md", "my notes.md", "a(b).md", "100%.md", "a#b.md", "会议.md", "<x>.md");
    fc.assert(
      fc.property(text, text, file, (name, description, target) => {
        const line = lineOf({ file: target, name, description, limit: 200 });
        expect(readEntry(line)?.file).toBe(target);
        expect(countCharacters(line)).toBeLessThanOrEqual(200);
        expect(line).not.toMatch(/[\n\r]/);
      }),
      { numRuns: 500 },
    );
  });
});

function edit(file: string, line = `- [new](${file}) — new`): EntryEdit {
  return { file, render: (mark = "- ") => mark + line.slice(2), rewrite: true, isInside: () => true };
}

const curated = "# Memory\r\n\r\n## A\r\n- prose\r\n- [a](a.md) — first\r\n\r\n| x |\r\n* [b](b.md)";

describe("saveEntry", () => {
  it.each([
    ["no file", null, "- [new](n.md) — new\n"],
    ["an empty file", "", "- [new](n.md) — new\n"],
    ["only a mark", "\ufeff", "\ufeff- [new](n.md) — new\n"],
    ["no entry", "# Memory\n", "# Memory\n- [new](n.md) — new\n"],
    ["no entry and no last newline", "# Memory", "# Memory\n- [new](n.md) — new"],
    ["CRLF and no last newline", "# M\r\nx", "# M\r\nx\r\n- [new](n.md) — new"],
    ["entries", curated, curated.replace("- [a]", "- [new](n.md) — new\r\n- [a]")],
    ["a nested first entry", "- Topic\n  - [a](a.md)\n", "- Topic\n  - [new](n.md) — new\n  - [a](a.md)\n"],
    [
      "entries in code and comments only",
      "```\n- [a](a.md)\n```\n<!--\n- [b](b.md)\n-->\n",
      "```\n- [a](a.md)\n```\n<!--\n- [b](b.md)\n-->\n- [new](n.md) — new\n",
    ],
    ["an open code block hides nothing", "```\n- [a](a.md)\n", "```\n- [new](n.md) — new\n- [a](a.md)\n"],
    ["an open comment hides nothing", "<!-- x\n- [a](a.md)\n", "<!-- x\n- [new](n.md) — new\n- [a](a.md)\n"],
  ])("adds to %s", (_title, index, expected) => {
    expect(saveEntry(index ?? "", edit("n.md"))).toMatchObject({ text: expected, change: "added" });
  });

  it("replaces in place, keeping mark and line end", () => {
    expect(saveEntry(curated, edit("a.md")).text).toBe(
      curated.replace("[a](a.md) — first", "[new](a.md) — new"),
    );
    expect(saveEntry(curated, edit("b.md")).text).toBe(curated.replace("[b](b.md)", "[new](b.md) — new"));
  });

  it("leaves a person's wording when nothing it shows has changed", () => {
    expect(saveEntry(curated, { ...edit("a.md"), rewrite: false })).toMatchObject({
      text: curated,
      change: "kept",
    });
  });

  it("mends further lines for the same file", () => {
    const index = "- [a](a.md) one\n- [b](b.md)\n- [a](a.md) two\n- [a](a.md) three";
    expect(saveEntry(index, edit("a.md")).text).toBe("- [new](a.md) — new\n- [b](b.md)");
  });

  it("keeps, of several lines, the one that says what the header says", () => {
    const index = "- [new](a.md) — stale\n- [b](b.md)\n- [new](a.md) — new\n- [new](a.md) — older";
    const kept = { ...edit("a.md"), rewrite: false };
    expect(saveEntry(index, kept).text).toBe("- [new](a.md) — new\n- [b](b.md)");
    const words = "- [a](a.md) my words\n- [b](b.md)\n- [a](a.md) older";
    expect(saveEntry(words, kept).text).toBe("- [a](a.md) my words\n- [b](b.md)");
  });

  it("moves to the front what a session would not see", () => {
    const index = "# M\n- [a](a.md)\n- [b](b.md)";
    expect(saveEntry(index, { ...edit("b.md"), isInside: ({ lines }) => lines <= 2 })).toEqual({
      text: "# M\n- [new](b.md) — new\n- [a](a.md)",
      change: "moved",
      line: "- [new](b.md) — new",
      position: { lines: 2, bytes: 26 },
    });
  });
});

describe("removeEntry", () => {
  it.each([
    ["- [n](n.md)\n", null],
    ["- [n](n.md)", null],
    ["\ufeff- [n](n.md)\n", "\ufeff"],
    ["# M\n- [n](n.md)\n", "# M\n"],
    ["# M\r\n- [n](n.md)", "# M"],
    ["- [n](n.md)\nx\n- [n](n.md)", "x"],
    ["- [a](a.md)\n", "- [a](a.md)\n"],
  ])("%j -> %j", (index, expected) => {
    expect(removeEntry(index, "n.md")).toBe(expected);
  });

  it("takes back exactly what a save added, in any file (property)", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "# Memory",
        "",
        "- prose",
        "- [a](a.md) — x",
        "  - [b](b.md)",
        "| t |",
        "```",
        "~~~",
        "````",
        "<!-- c",
        "-->",
        "x -->",
        "- <!-- y",
        "> q",
        "1. [c](c.md)",
        "\r",
        "- `<!--`",
      ),
      fc.string({ unit: fc.constantFrom(..."ab-[]()`\\<!> \r\t前"), maxLength: 12 }),
    );
    const file = fc
      .tuple(
        fc.constantFrom("", "\ufeff"),
        fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 8 }),
        fc.oneof(fc.constant(""), line),
      )
      .map(([mark, lines, last]) => mark + lines.map((parts) => parts.join("")).join("") + last);
    fc.assert(
      fc.property(file, (index) => {
        const { text: saved, lines } = saveEntry(index, edit("zz.md"));
        expect(lines ?? scanIndex(saved)).toEqual(scanIndex(saved));
        expect(scanIndex(saved).filter(({ entry }) => entry?.file === "zz.md")).toHaveLength(1);
        const updated = saveEntry(saved, edit("zz.md", "- [other](zz.md) — other")).text;
        expect(removeEntry(updated, "zz.md")).toBe(index === "" ? null : index);
      }),
      { numRuns: 2000 },
    );
  });
});

import * as fc from "fast-check";
import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../terminal/display-width.ts";
import { createMarkdownStream } from "./markdown-stream.ts";
import { markdownStyles } from "./styles.ts";

const plain = markdownStyles(createColors(false));
const coloured = markdownStyles(createColors(true));

function render(source: string | readonly string[], { width = 60, styles = plain } = {}): string {
  const stream = createMarkdownStream(() => ({ width, styles }));
  const pieces = typeof source === "string" ? [source] : source;
  return [...pieces.flatMap((piece) => stream.push(piece).settled), ...stream.end()].join("\n");
}

const lines = (...all: string[]): string => all.join("\n");

describe("Markdown at a terminal", () => {
  it("keeps the marks where there are no colours", () => {
    expect(render("# One\n\n**bold** *it* `code` ~~gone~~\n")).toBe("# One\n\n**bold** *it* `code` ~~gone~~");
  });

  it("has colours in the place of marks", () => {
    const { bold, cyan, underline } = createColors(true);
    expect(render("# One\n\na **b** `c`\n", { styles: coloured })).toBe(
      `${bold(underline("One"))}\n\na ${bold("b")} ${cyan("c")}`,
    );
  });

  it("indents nested lists, numbers and tasks", () => {
    expect(render("- one\n  - two\n    1. three\n- [ ] four\n- [x] five\n\n9. a\n10. b\n")).toBe(
      lines("- one", "  - two", "    1. three", "- [ ] four", "- [x] five", "", " 9. a", "10. b"),
    );
  });

  it("lets what an item goes on with stand under its words", () => {
    expect(render("- a long item that must be broken\n\n  and a second paragraph\n", { width: 20 })).toBe(
      lines("- a long item that", "  must be broken", "", "  and a second", "  paragraph"),
    );
  });

  it("sets tables by cells, so that Chinese columns stand under one another", () => {
    expect(render("| 名称 | n |\n|---|--:|\n| 部署文档 | 1 |\n| a | 200 |\n")).toBe(
      lines("名称     │   n", "─────────┼────", "部署文档 │   1", "a        │ 200"),
    );
  });

  it("wraps the cells of a table that is too wide, and lists one that has too many columns", () => {
    expect(render("| a | b |\n|---|---|\n| one two three | four five six |\n", { width: 19 })).toBe(
      lines("a        │ b", `${"─".repeat(9)}┼${"─".repeat(9)}`, "one two  │ four", "three    │ five six"),
    );
    const many = "| a | b | c | d |\n|---|---|---|---|\n| 1111 | 2222 | 3333 | 4444 |\n";
    expect(render(many, { width: 14 })).toBe(lines("a: 1111", "b: 2222", "c: 3333", "d: 4444"));
  });

  it("indents code, and breaks its lines only where they are full", () => {
    expect(render("```ts\nif (a) {\n\tb  =  1;\n\n}\n```\n")).toBe(
      lines("  if (a) {", "      b  =  1;", "", "  }"),
    );
    expect(render("```\n0123456789abcdef\n```\n", { width: 12 })).toBe(lines("  0123456789", "  abcdef"));
  });

  it("breaks Chinese between characters, and never before a closing mark or behind an opening one", () => {
    expect(render("一二三四，五六（七八）九十。", { width: 8 })).toBe(
      lines("一二三", "四，五六", "（七八）", "九十。"),
    );
  });

  it("joins the lines of a paragraph with a blank, Chinese ones without", () => {
    expect(render("one\ntwo\n\n一二\n三四\n")).toBe(lines("one two", "", "一二三四"));
  });

  it("shows where a link leads, once", () => {
    expect(render("[here](https://a.example) <https://b.example>\n")).toBe(
      "here (https://a.example) https://b.example",
    );
  });

  it("prints a line of open code as soon as the next one has begun", () => {
    const stream = createMarkdownStream(() => ({ width: 60, styles: plain }));
    expect(stream.push("```\none\ntwo")).toEqual({ settled: ["  one"], open: ["  two"] });
    expect(stream.push("\nthree\n").settled).toEqual(["  two", "  three"]);
    expect(stream.push("```\n")).toEqual({ settled: [], open: [] });
    expect(stream.end()).toEqual([]);
  });

  it("settles a block when the next one is there", () => {
    const stream = createMarkdownStream(() => ({ width: 60, styles: plain }));
    expect(stream.push("one **bo")).toEqual({ settled: [], open: ["one **bo"] });
    expect(stream.push("ld**\n\n").settled).toEqual([]);
    expect(stream.push("next\n")).toEqual({ settled: ["one **bold**"], open: ["", "next"] });
  });

  it("shows text as it is when it is nested beyond reason", () => {
    expect(render(`${"> ".repeat(30_000)}deep\n`, { width: 40 })).toContain("deep");
  });

  const source = fc
    .array(
      fc.constantFrom(
        "# h\n",
        "a **b** c\n",
        "- x\n",
        "  - y\n",
        "\n",
        "```\n",
        "code\n",
        "| a | b |\n",
        "|--|--|\n",
        "> q\n",
        "1. n\n",
        "中文，标点\n",
        "---\n",
        "    four\n",
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(""));

  it("prints the same whatever the pieces are", () => {
    fc.assert(
      fc.property(source, fc.array(fc.nat(200), { maxLength: 10 }), (text, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < text.length), text.length].toSorted((a, b) => a - b);
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        const byLine = text.split(/(?<=\n)/u);
        expect(render(pieces)).toBe(render(byLine));
      }),
    );
  });

  it("never draws beyond the width", () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 16, max: 40 }), (text, width) => {
        for (const line of render(text, { width }).split("\n"))
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

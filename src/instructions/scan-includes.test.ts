import { array, assert, asyncProperty, constantFrom, oneof, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { bareReading, looksLikePath } from "./include-words.ts";
import { scanIncludes as scan } from "./scan-includes.ts";

const scanIncludes = (text: string) => scan(text, 10_000);

/** What each word would be read as when its shortest reading is the file. */
async function pathsIn(text: string): Promise<string[]> {
  const { words } = await scanIncludes(text);
  return words.map(({ readings }) => bareReading(readings).path);
}

/** All that may be tried for the only word. */
async function readingsIn(text: string): Promise<string[]> {
  const { words } = await scanIncludes(text);
  expect(words).toHaveLength(1);
  return words.flatMap(({ readings }) => readings.map(({ path }) => path));
}

async function noted(text: string): Promise<boolean[]> {
  const { words } = await scanIncludes(text);
  return words.map((word) => looksLikePath(word, text));
}

describe("scanIncludes", () => {
  it.each([
    ["a line", "@docs/a.md\n"],
    ["a sentence", "Follow @docs/a.md first."],
    ["its end", "Follow @docs/a.md."],
    ["brackets", "Rules (see @docs/a.md)."],
    ["bold", "**@docs/a.md**"],
    ["slanted words", "_@docs/a.md_ and __bold__"],
    ["struck words", "x ~~@docs/a.md~~"],
    ["a footnote", "x[^1]\n\n[^1]: @docs/a.md\n"],
    ["behind a sample that is never closed", "a <samp> b @docs/a.md\n"],
    ["quotes of words", 'the file "@docs/a.md", always'],
    ["a heading", "# @docs/a.md\n"],
    ["a list", "1. one\n2. two\n   - @docs/a.md\n"],
    ["text after a list item, four blanks in", "- item\n\n    @docs/a.md\n"],
    ["a task", "- [ ] @docs/a.md\n"],
    ["a quote", "> > @docs/a.md\n"],
    ["a table", "| a | b |\n|---|---|\n| x | @docs/a.md |\n"],
    ["between tags", "<rules>\n@docs/a.md\n</rules>\n"],
    ["details", "<details><summary>x</summary>\n@docs/a.md\n</details>\n"],
    ["an element", "<p>@docs/a.md</p>\n"],
    ["below a comment", "<!-- x -->\n\n@docs/a.md\n"],
    ["below code", "```\nx\n```\n@docs/a.md\n"],
    ["below code between tags", "<example>\n```\nx\n\ny\n```\n</example>\n\n@docs/a.md\n"],
    ["below a comment mark in code", "`<!--` opens\n\n@docs/a.md\n"],
    ["behind a comment that is never closed", "a <!-- b\n\n@docs/a.md\n"],
    ["behind a tag that is never closed", "a <code> b\n\n@docs/a.md\n"],
    ["behind Chinese", "请先看@docs/a.md，然后开始。"],
    ["before Chinese without a mark", "先看 @docs/a.md的说明"],
    ["a directive", "@include docs/a.md\n"],
    ["a directive in a list", "- @include docs/a.md\n"],
    ["a directive with quotes", '  @include "docs/a.md"  \n'],
    ["below a front matter", "---\nname: x\n---\n@docs/a.md"],
  ])("finds an include in %s", async (_, text) => {
    expect(await pathsIn(text)).toEqual(["docs/a.md"]);
  });

  it.each([
    ["a span", "Use `@docs/a.md`."],
    ["a span of two", "Use ``@docs/a.md ` ``."],
    ["a span over lines", "Use `x\n@docs/a.md`."],
    ["a fence", "```\n@docs/a.md\n```"],
    ["a fence that is never closed", "~~~md\n@docs/a.md\n"],
    ["a fence in a list", "- x\n  ```\n  @docs/a.md\n  ```\n"],
    ["a fence in a quote", "> ```\n> @docs/a.md\n> ```\n"],
    ["a fence between tags", "<example>\n```\n@docs/a.md\n\n@docs/b.md\n```\n</example>\n"],
    ["indented code", "x\n\n    @docs/a.md\n"],
    ["indented code by a tab", "x\n\n\t@docs/a.md\n"],
    ["indented code in a list", "- x\n\n      @docs/a.md\n"],
    ["a directive in code", "```\n@include docs/a.md\n```"],
    ["a comment", "<!-- @docs/a.md -->"],
    ["a comment over blank lines", "<!-- x\n\n@docs/a.md\n\n-->"],
    ["a comment that begins in a sentence", "x <!-- y\n\n@docs/a.md\n\n-->\n"],
    ["a comment in a sentence", "x <!-- @docs/a.md --> y"],
    ["a link", "[@docs/a.md](docs/a.md)"],
    ["a target", "[x](@docs/a.md)"],
    ["a named link", "[@docs/a.md][x]\n\n[x]: y"],
    ["a definition", "[x]: @docs/a.md"],
    ["a picture", "![@docs/a.md](@docs/a.md)"],
    ["an anchor", '<a href="x">@docs/a.md</a>'],
    ["an anchor in a sentence", 'see <a href="x">@docs/a.md</a>'],
    ["an attribute", '<img alt="@docs/a.md">'],
    ["an element of code", "<code>@docs/a.md</code>"],
    ["an element of code in a sentence", "see <code>@docs/a.md</code>"],
    ["an element of output", "<samp>@docs/a.md</samp>"],
    ["an element of output in a sentence", "see <samp>x @docs/a.md</samp>"],
    ["preformatted text", "<pre>\n@docs/a.md\n\n@docs/b.md\n</pre>"],
    ["a script", "<script>\n@docs/a.md\n</script>"],
    ["a mail address", "me@docs/a.md, me.too@docs/a.md, x_@docs/a.md, x__@docs/a.md, ~_x~@docs/a.md"],
    ["a version", "tool@1.2.3"],
    ["an address", "https://x.org/@docs/a.md"],
    ["an escape", "\\@docs/a.md"],
    ["two of them", "@@docs/a.md"],
    ["an at alone", "@ docs/a.md"],
  ])("finds none in %s", async (_, text) => {
    expect(await pathsIn(text)).toEqual([]);
  });

  it("finds each of a list without blanks", async () => {
    expect(await pathsIn("See @docs/a.md,@docs/b.md;@docs/c.md and _@docs/d.md_,~~@docs/e.md~~.")).toEqual(
      ["a", "b", "c", "d", "e"].map((name) => `docs/${name}.md`),
    );
  });

  it("reads a word with and without what may belong to the sentence", async () => {
    expect(await readingsIn("(@app/(group)/a.md).")).toEqual([
      "app/(group)/a.md).",
      "app/(group)/a.md)",
      "app/(group)/a.md",
    ]);
    expect(await readingsIn("@docs/a.md#tests")).toEqual(["docs/a.md#tests", "docs/a.md"]);
    expect(await readingsIn("看@docs/a.md的说明")).toEqual(["docs/a.md的说明", "docs/a.md"]);
    expect(await readingsIn("看@文档/规范.md。")).toEqual(["文档/规范.md"]);
    expect(await readingsIn("@docs/my\\ file.md here")).toEqual(["docs/my file.md"]);
    expect(await readingsIn('@"docs/my file.md" here')).toEqual(["docs/my file.md"]);
    expect(await readingsIn("@include docs/my file.md\n")).toEqual(["docs/my file.md"]);
    expect(await readingsIn("@include 'docs/my file.md'\r\n")).toEqual(["docs/my file.md"]);
  });

  it("takes a sentence about @include for one", async () => {
    expect(await pathsIn("@include is what we write, as in @docs/a.md")).toEqual(["include", "docs/a.md"]);
    expect(await noted("Write @include path, please")).toEqual([false]);
  });

  it("tells a path that is missing from a word that was none", async () => {
    for (const text of [
      "@a.md",
      "@./a",
      "@../a",
      "@~/a",
      "@/a",
      "@x/y.rules",
      "@include a",
      "@.env",
      "@https://x.y/z",
      "@file:/x",
      "@../..",
      "@a/../../b",
      "@/etc/x",
    ]) {
      expect([text, await noted(text)]).toEqual([text, [true]]);
    }
    for (const text of [
      "@maya",
      "@john.doe",
      "@acme/web",
      "@types/node",
      "@acme/web@1.2.3-rc.md",
      "@Injectable()",
      "@app.route",
      "@app.json(x)",
      "@pytest.mark.asyncio",
      "@alice.bsky.social",
      "@media",
      "@...",
      "@..",
      "@.",
      "@~ noon",
      "@~noon",
      "@/",
      "@/...",
      "@file: x",
    ]) {
      expect([text, await noted(text)]).toEqual([text, [false]]);
    }
  });

  it("ends, and keeps its places in order, whatever the text is", async () => {
    const piece = constantFrom(
      "@a.md", "@include b.md", "`", "```\n", "~~~\n", "<!--", "-->", "<pre>", "</pre>", "<x>\n", "[", "](", ")",
      "> ", "- ", "    ", "\n", "\n\n", " ", "|", "*", "_", "\\", "字", "\ue000", "<", "&lt;", "#", "===\n",
    ); // prettier-ignore
    await assert(
      asyncProperty(array(oneof(piece, string({ maxLength: 4 })), { maxLength: 40 }), async (pieces) => {
        const text = pieces.join("");
        const { words } = await scanIncludes(text);
        let from = 0;
        for (const { start, readings } of words) {
          expect(text[start]).toBe("@");
          expect(start).toBeGreaterThanOrEqual(from);
          from = Math.max(...readings.map(({ end }) => end));
          expect(from).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("finds nothing in code and comments, whatever stands in them and around", async () => {
    const inner = array(constantFrom("@a.md", " ", "x", "\n", "\n\n", "- ", "> ", "<!--", "*", "[x](y)"), {
      maxLength: 12,
    });
    const wraps: ((text: string) => string)[] = [
      (text) => `\n\`\`\`\`md\n${text}\n\`\`\`\`\n`,
      (text) => `\n~~~~\n${text}\n~~~~\n`,
      (text) => `\n<!-- ${text.replaceAll("<!--", "")} -->\n`,
      (text) => `\n<pre>\n${text}\n</pre>\n`,
      (text) => `\n${text.replace(/\s+/gu, " ").replace(/^ ?/u, "\n    x ")}\n`,
      (text) => `\n\`x${text.replace(/\s+/gu, " ")}x\`\n`,
    ];
    await assert(
      asyncProperty(array(tuple(inner, constantFrom(...wraps)), { maxLength: 5 }), async (blocks) => {
        const text = blocks.map(([pieces, wrap]) => `\nText.\n${wrap(pieces.join(""))}\n`).join("");
        expect(await pathsIn(text)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("stays with what it can tell: too deep, too slow, too many", async () => {
    const deep = await scanIncludes(`${">".repeat(20_000)} @a.md`);
    expect(deep).toMatchObject({ words: [], problem: expect.stringContaining("nested") });
    const long = await scanIncludes(`${"x\n".repeat(40_000)}@a.md`);
    expect(long).toMatchObject({ words: [{ start: 80_000 }], problem: null });
    const slow = await scan(`* ${"a\n".repeat(60_000)}@a.md`, 50);
    expect(slow).toEqual({ words: [], problem: "reading its Markdown takes too long" });
    const many = await scanIncludes("@a.md\n\n".repeat(1_500));
    expect(many.words).toHaveLength(1_000);
    expect(many.problem).toContain("1,000");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readFrontmatter } from "./frontmatter.ts";
import { readPlainHeader } from "./header-plain.ts";
import { splitHeader } from "./header-split.ts";
import { readYamlHeader } from "./header-yaml.ts";

async function read(text: string) {
  const front = await readFrontmatter(text);
  const values = Object.fromEntries(
    front.fields.map(({ parent, key, value }) => [parent === null ? key : `${parent}/${key}`, value]),
  );
  return { values, body: front.body, damaged: front.damaged, problems: front.problems, fields: front.fields };
}

describe("where a header is", () => {
  it.each([
    ["plain", "---\nname: a\n---\nbody\n", { name: "a" }, "body\n"],
    ["one blank line belongs to the header", "---\nname: a\n---\n\n\nbody", { name: "a" }, "\nbody"],
    ["byte order mark and CRLF", "\ufeff---\r\nname: a\r\n---\r\n\r\nbody\r\n", { name: "a" }, "body\r\n"],
    ["closed at the end of the file", "---\nname: a\n---", { name: "a" }, ""],
    ["blanks after the fences", "--- \nname: a\n---\t\nbody", { name: "a" }, "body"],
    ["empty", "---\n---\nbody", {}, "body"],
    [
      "rules in the body",
      "---\nname: a\n---\none\n\n---\n\nkey: b\n\n---\n",
      { name: "a" },
      "one\n\n---\n\nkey: b\n\n---\n",
    ],
    ["dashes in a value", "---\nname: a --- b\n---\n", { name: "a --- b" }, ""],
    ["longer dashes are no fence", "---\nname: a\n----: b\n---\n", { name: "a", "----": "b" }, ""],
    ["none", "# Title\n\n---\nname: a\n---\n", {}, "# Title\n\n---\nname: a\n---\n"],
    [
      "a document that begins with a rule",
      "---\nSome prose.\n---\nMore.\n",
      {},
      "---\nSome prose.\n---\nMore.\n",
    ],
    ["empty file", "", {}, ""],
    ["only a mark", "\ufeff", {}, ""],
  ])("%s", async (_title, text, values, body) => {
    expect(await read(text)).toMatchObject({ values, body, damaged: false });
  });

  it("a header that is never closed is damaged, a lone rule is not", async () => {
    expect(await read("---\nname: a\n\nbody")).toMatchObject({ damaged: true, body: "---\nname: a\n\nbody" });
    expect(await read("---\n\nJust a rule.")).toMatchObject({ damaged: false, values: {} });
  });
});

describe("values are the text as written", () => {
  it.each([
    ["2031-06-03", "2031-06-03"],
    ["0123", "0123"],
    ["yes", "yes"],
    ["null", "null"],
    ["~", "~"],
    ["1e3", "1e3"],
    ["0x1F", "0x1F"],
    [".inf", ".inf"],
    ["12:30:45", "12:30:45"],
    ["'it''s'", "it's"],
    ['"a \\"b\\" \\u00e9"', 'a "b" é'],
    ["value # comment", "value"],
    ["value#no comment", "value#no comment"],
    ["[a, b]", "[a, b]"],
    ["!!str 12", "12"],
    ["", ""],
    [">-\n  folded\n  text", "folded text"],
    ["|\n  two\n  lines", "two\nlines\n"],
    ["first\n  second", "first second"],
    ['"first\n  second"', "first second"],
    ["&anchor x\nother: *anchor", "x"],
  ])("name: %s", async (source, value) => {
    const { values, problems } = await read(`---\nname: ${source}\nlast: z\n---\nbody`);
    expect(values).toMatchObject({ name: value, last: "z" });
    expect(problems).toEqual([]);
  });

  it("reads one level of nesting, in lines and in braces", async () => {
    const nested = { "metadata/type": "feedback", "metadata/modified": "2031-05-02T10:11:12.345Z" };
    const lines = "---\nname: a\nmetadata: \n  type: feedback\n  modified: 2031-05-02T10:11:12.345Z\n---\n";
    const braces = "---\nname: a\nmetadata: {type: feedback, modified: '2031-05-02T10:11:12.345Z'}\n---\n";
    expect((await read(lines)).values).toEqual({ name: "a", ...nested });
    expect((await read(braces)).values).toEqual({ name: "a", ...nested });
  });

  it("an alias bomb is text, quickly", async () => {
    const levels = Array.from({ length: 25 }, (_, level) => {
      const inner = level === 0 ? "lol" : Array.from({ length: 9 }, () => `*a${level - 1}`).join(",");
      return `a${level}: &a${level} [${inner}]`;
    });
    const { values } = await read(`---\nname: bomb\n${levels.join("\n")}\n---\nbody`);
    expect(values["name"]).toBe("bomb");
  });

  it("a header nested deeper than any stack is read, not thrown", async () => {
    const { values } = await read(`---\nname: deep\nx: ${"[".repeat(30_000)}\n---\nbody`);
    expect(values["name"]).toBe("deep");
  });
});

describe("what is no YAML is read line by line", () => {
  it.each([
    ["an unquoted colon", "Billing: split of the ledger"],
    ["a leading dash", "- run lint first"],
    ["a reserved character", "@handle said so"],
    ["a backtick", "`npm ci` before tests"],
    ["a bracketed word", "[WIP] fix the build"],
    ["an alias to nothing", "*bold* words"],
    ["a percent sign", "%d items"],
    ["quotes around a part", '"quoted" and more'],
    ["a tag", "!important thing"],
  ])("%s", async (_title, value) => {
    const { values, problems, damaged } = await read(`---\nname: ${value}\ntype: 'user' # who\n---\nbody`);
    expect(values).toEqual({ name: value, type: "user" });
    expect(problems).toEqual([{ line: 2, text: "not valid YAML, read line by line" }]);
    expect(damaged).toBe(false);
  });

  it("keeps nesting, continued text and comments apart", async () => {
    const { values, damaged } = await read(
      "---\n# about: this\nname: a: b\ndescription: one: two\n  three\nmetadata:\n  type: user\ntags:\n  - x\n- y\n---\n",
    );
    expect(values).toEqual({
      name: "a: b",
      description: "one: two three",
      metadata: "",
      "metadata/type": "user",
      tags: "- x",
    });
    expect(damaged).toBe(false);
  });

  it("takes the first of two equal keys", async () => {
    const { values, problems } = await read("---\nname: a\nname: b\n  more\n---\n");
    expect(values).toEqual({ name: "a" });
    expect(problems.at(-1)).toEqual({ line: 3, text: "`name` stands here again; the first one counts" });
  });

  it.each([
    ["an open quote", "name: 'unterminated\ntype: x: y", 2],
    ["an open bracket", "name: [oops\ntype: x: y", 2],
    ["a tab as indentation", "name: a: b\n\ttype: user", 3],
    ["a line that is nothing", "name: a: b\njust words", 3],
    ["text under no key", "  words: \nname: a: b", 2],
  ])("%s makes it damaged", async (_title, header, line) => {
    const { damaged, problems } = await read(`---\n${header}\n---\nbody`);
    expect(damaged).toBe(true);
    expect(problems.map((problem) => problem.line)).toContain(line);
  });
});

describe("the fast reader", () => {
  const piece = fc.constantFrom(
    "a", "name", "B1", " ", "  ", ":", ": ", " #", "#", "-", "- ", "'", '"', "\\", '\\"', "[", "]", "{", "}", ",", "&x",
    "*x", "!t", "|", ">", "%", "@", "`", "~", "\t", "前", "é", "🦊", "?", "? ", "null", "2031-06-03", "\u00a0", "\u0085", "=",
  ); // prettier-ignore
  const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  const key = fc.constantFrom("name", "type", "metadata", "a-b", "_x", "x1", "a b", "前", '"q"', "");
  const line = fc.tuple(
    fc.constantFrom("", "", "", "  ", " ", "\t"),
    key,
    fc.constantFrom(": ", ":", ":  ", " : "),
    value,
  );
  const header = fc
    .array(
      fc.oneof(
        line.map((parts) => parts.join("")),
        fc.constantFrom("", "# comment", "  # comment", "- x", "  - x", "  more"),
      ),
      {
        maxLength: 6,
      },
    )
    .map((lines) => lines.join("\n"));

  it("answers what the YAML library answers, or nothing (property)", () => {
    let answered = 0;
    fc.assert(
      fc.property(header, fc.constantFrom("\n", "\r\n"), (source, ending) => {
        const text = `---\n${source}\n---\n`.replaceAll("\n", ending);
        const split = splitHeader(text);
        fc.pre(split.kind === "header");
        const fast = split.kind === "header" ? readPlainHeader(text, split.place) : undefined;
        fc.pre(fast !== undefined);
        answered += 1;
        const yaml = split.kind === "header" ? readYamlHeader(text, split.place) : undefined;
        expect(yaml).toEqual({ ok: true, header: fast });
      }),
      { numRuns: 3000, maxSkipsPerRun: 1000 },
    );
    expect(answered).toBeGreaterThan(1000);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readFrontmatter } from "./frontmatter.ts";
import { renderFrontmatter, rewriteFrontmatter } from "./header-rewrite.ts";

const shapes = {
  plain: "---\nname: a\ndescription: old\ntype: project\n---\nbody\n",
  crlf: "\ufeff---\r\nname: a\r\ndescription: old # why\r\n# note\r\ntype: project\r\n---\r\n\r\nbody\r\n",
  quoted: "---\n'name': \"a\"\ndescription: 'old'   # note\nextra: [1, 2]\n---\nbody",
  folded: "---\nname: a\ndescription: >-\n  old\n  text\n# note\nextra: 1\n---\nbody",
  loose: "---\nname: a: b\ndescription: old: value\nextra: - x\n---\n\nbody\n",
  indented: "---\n  name: a\n  description: old\n---\nbody\n",
  unfinished: "---\nname: a\ndescription: old\n---",
  empty: "---\nname: a\ndescription:\ntype: user\n---\nbody\n",
};

describe("rewriteFrontmatter", () => {
  it.each([
    ["plain", "---\nname: a\ndescription: new\ntype: project\n---\nbody\n"],
    [
      "crlf",
      "\ufeff---\r\nname: a\r\ndescription: new # why\r\n# note\r\ntype: project\r\n---\r\n\r\nbody\r\n",
    ],
    ["quoted", "---\n'name': \"a\"\ndescription: new   # note\nextra: [1, 2]\n---\nbody"],
    ["folded", "---\nname: a\ndescription: new\n# note\nextra: 1\n---\nbody"],
    ["loose", "---\nname: a: b\ndescription: new\nextra: - x\n---\n\nbody\n"],
    ["indented", "---\n  name: a\n  description: new\n---\nbody\n"],
    ["unfinished", "---\nname: a\ndescription: new\n---"],
    ["empty", "---\nname: a\ndescription: new\ntype: user\n---\nbody\n"],
  ] as const)("changes one value of %s and nothing else", async (shape, expected) => {
    const result = await rewriteFrontmatter(shapes[shape], {
      changes: [{ key: "description", value: "new" }],
    });
    expect(result).toEqual({ ok: true, text: expected });
  });

  it("adds keys where they belong, else at the end", async () => {
    const changes = [
      { key: "modified", value: "m", after: ["name", "description"] },
      { key: "source", value: "s", after: ["name", "description", "modified"] },
      { key: "session", value: "e" },
    ];
    expect(await rewriteFrontmatter(shapes.folded, { changes })).toEqual({
      ok: true,
      text: "---\nname: a\ndescription: >-\n  old\n  text\nmodified: m\nsource: s\n# note\nextra: 1\nsession: e\n---\nbody",
    });
    expect(await rewriteFrontmatter(shapes.indented, { changes: [{ key: "source", value: "s" }] })).toEqual({
      ok: true,
      text: "---\n  name: a\n  description: old\n  source: s\n---\nbody\n",
    });
  });

  it("changes nested values where they stand", async () => {
    const lines = "---\nname: a\nmetadata: \n  type: user\n  id: 7\n---\nbody";
    const braces = "---\nname: a\nmetadata: {type: user, id: 7}\n---\nbody";
    const changes = [{ key: "type", parent: "metadata", value: "a, b" }];
    expect(await rewriteFrontmatter(lines, { changes })).toMatchObject({
      text: lines.replace("user", "a, b"),
    });
    expect(await rewriteFrontmatter(braces, { changes })).toMatchObject({
      text: braces.replace("user", '"a, b"'),
    });
  });

  it("gives a file without a header one", async () => {
    const changes = [{ key: "name", value: "yes" }];
    expect(await rewriteFrontmatter("\ufeff# Title\r\n", { changes })).toEqual({
      ok: true,
      text: '\ufeff---\r\nname: "yes"\r\n---\r\n# Title\r\n',
    });
    expect(await rewriteFrontmatter("\nbody", { changes })).toEqual({
      ok: true,
      text: '---\nname: "yes"\n---\n\n\nbody',
    });
  });

  it.each([
    ["damaged", "---\nname: 'open\ntype: a: b\n---\nbody"],
    ["unclosed", "---\nname: a\n\nbody"],
    ["an anchor that others use", "---\ndescription: &a x\nother: *a\n---\nbody"],
  ])("refuses what it could not put back: %s", async (_title, text) => {
    const result = await rewriteFrontmatter(text, { changes: [{ key: "description", value: "new" }] });
    expect(result.ok).toBe(false);
  });

  it("refuses a new key where it would not be read", async () => {
    const result = await rewriteFrontmatter("---\n{name: a}\n---\nbody", {
      changes: [{ key: "source", value: "s" }],
    });
    expect(result.ok).toBe(false);
  });

  it("replaces the body, blank lines included", async () => {
    for (const text of Object.values(shapes)) {
      for (const body of ["", "x", "\nx\n", "\r\nx", "---\nname: b\n---\n"]) {
        const result = await rewriteFrontmatter(text, { changes: [], body });
        expect(result).toMatchObject({ ok: true });
        expect((await readFrontmatter(result.ok ? result.text : "")).body).toBe(body);
      }
    }
  });

  it("reads back any value it wrote, and keeps all others (property)", async () => {
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."ab1 :#-'\"\\,[]{}&*!|>%@`~") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(shapes)), value, async (text, wanted) => {
        const before = await readFrontmatter(text);
        const result = await rewriteFrontmatter(text, { changes: [{ key: "description", value: wanted }] });
        expect(result.ok).toBe(true);
        const after = await readFrontmatter(result.ok ? result.text : "");
        const expected = before.fields.map((field) => [
          field.key,
          field.key === "description" ? wanted : field.value,
        ]);
        expect(after.fields.map((field) => [field.key, field.value])).toEqual(expected);
        expect(after.body).toBe(before.body);
      }),
    );
  });
});

it("renderFrontmatter and readFrontmatter are inverse (property)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "-", "---", ": ") }),
      async (name, body) => {
        const front = await readFrontmatter(renderFrontmatter([{ key: "name", value: name }], body));
        expect(front.fields.map((field) => field.value)).toEqual([name]);
        expect(front.body).toBe(body);
      },
    ),
  );
});

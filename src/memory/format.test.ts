import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";

import { parseMemory, renderMemory, rewriteMemory } from "./format.ts";
import { memoryTypes, sources } from "./types.ts";

const header = {
  name: "commit message 前缀",
  description: "用 feat:/fix:前缀",
  type: "feedback",
  modified: "2026-11-29T17:15:00Z",
  source: "agent",
  session: "20261129-171500-a1b2",
} as const;

describe("renderMemory", () => {
  it("has the form of a memory file", () => {
    expect(renderMemory(header, "第一行。\n**Why:** changelog.\n")).toBe(
      `---
name: commit message 前缀
description: 用 feat:/fix:前缀
type: feedback
modified: 2026-11-29T17:15:00Z
source: agent
session: 20261129-171500-a1b2
---
第一行。
**Why:** changelog.
`,
    );
  });

  it("gives back exactly what went in (property)", async () => {
    const line = fc
      .oneof(
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: fc.constantFrom(..."ab :#-'\"\\[]{}&*!|>%@`~") }),
      )
      .map((text) => `x${text.replace(/[\n\r\v\f\u0085\u2028\u2029]/g, " ")}`);
    const body = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "---", "---\n") }),
    );
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        body,
        fc.constantFrom(...memoryTypes),
        async (name, description, text, type) => {
          const written = { ...header, name, description, type };
          const parsed = await parseMemory(renderMemory(written, text), "stem");
          expect(parsed).toEqual({ header: written, body: text, problems: [], damage: null });
        },
      ),
    );
  });
});

describe("parseMemory", () => {
  it("FM-01 reads values with unquoted colons", async () => {
    const text =
      "---\nname: Billing: split of the ledger\ndescription: Rule: run lint first (see: CONTRIBUTING)\ntype: feedback\n---\n\nBody.\n";
    const { header: read, body } = await parseMemory(text, "split");
    expect(read).toMatchObject({
      name: "Billing: split of the ledger",
      description: "Rule: run lint first (see: CONTRIBUTING)",
      type: "feedback",
    });
    expect(body).toBe("Body.\n");
    const written = renderMemory({ ...header, name: read.name, description: read.description }, body);
    const [, yaml = ""] = written.split("---\n");
    for (const version of ["1.1", "1.2"] as const) {
      expect(parseYaml(yaml, { version })).toMatchObject({ name: read.name, description: read.description });
    }
    expect((await parseMemory(written, "split")).problems).toEqual([]);
  });

  it("FM-02 reads every value as the text it is", async () => {
    const read = async (name: string, description: string) =>
      (
        await parseMemory(
          `---\nname: ${name}\ndescription: ${description}\ntype: project\n---\n\nx\n`,
          "stem",
        )
      ).header;
    expect(await read("2031-06-03", "0123")).toMatchObject({ name: "2031-06-03", description: "0123" });
    expect(await read("yes", "null")).toMatchObject({ name: "yes", description: "null" });
    expect(await read("1e3", "~")).toMatchObject({ name: "1e3", description: "~" });
  });

  it("FM-02 writes such names so that strict readers give them back", async () => {
    for (const name of ["2031-06-03", "yes", "no", "null", "~", "1e3", "0x1F", "1_000", ".inf", "12:30:45"]) {
      const text = renderMemory({ ...header, name, description: name }, "x\n");
      expect((await parseMemory(text, "stem")).header).toMatchObject({ name, description: name });
      for (const version of ["1.1", "1.2"] as const) {
        expect(parseYaml(text.split("---\n")[1] ?? "", { version })).toMatchObject({
          name,
          description: name,
        });
      }
    }
  });

  it("FM-03 reads files saved on Windows, and headers closed at the end of the file", async () => {
    const windows = Buffer.from(
      "77u/LS0tDQpuYW1lOiBXaW4gbm90ZQ0KZGVzY3JpcHRpb246IHNhdmVkIGJ5IE5vdGVwYWQNCnR5cGU6IHVzZXINCi0tLQ0KDQpMaW5lIG9uZQ0KTGluZSB0d28NCg==",
      "base64",
    ).toString();
    const win = await parseMemory(windows, "win");
    expect(win.header).toMatchObject({ name: "Win note", description: "saved by Notepad", type: "user" });
    expect(win.body).toBe("Line one\r\nLine two\r\n");
    const eof = await parseMemory(
      "---\nname: No body\ndescription: closing fence at end of file\ntype: user\n---",
      "eof",
    );
    expect(eof).toMatchObject({ header: { name: "No body" }, body: "" });
  });

  it("names a file without a header, or without a name, after the file", async () => {
    expect(await parseMemory("# Title\n", "some-file")).toMatchObject({
      header: {
        name: "some-file",
        description: "",
        type: "unknown",
        modified: null,
        source: null,
        session: null,
      },
      body: "# Title\n",
    });
    expect((await parseMemory("---\nname: '  '\n---\n", "some-file")).header.name).toBe("some-file");
  });

  it("puts folded values on one line and leaves out what is no time or source", async () => {
    const text =
      "---\nname: >\n  two\n  words\ndescription: |\n  one\n  two\nmodified: soon\nsource: someone\n---\n";
    expect((await parseMemory(text, "x")).header).toMatchObject({
      name: "two words",
      description: "one two",
      modified: null,
      source: null,
    });
    expect(sources).not.toContain("someone");
  });
});

describe("rewriteMemory", () => {
  const changes = { header: { description: "new words", modified: "2032-01-01T00:00:00Z" } };

  it("FM-04 leaves rules in the body alone", async () => {
    const body = "First part\n\n---\n\nkey: looks like yaml\n\n---\n\nLast part\n";
    const text = `---\nname: Release steps\ndescription: three --- steps\ntype: project\n---\n\n${body}`;
    expect(await parseMemory(text, "rules")).toMatchObject({
      header: { description: "three --- steps" },
      body,
    });
    expect(await rewriteMemory(text, { header: { description: "three steps" } })).toEqual({
      ok: true,
      text: text.replace("three --- steps", "three steps"),
    });
  });

  it("FM-08 keeps nested and unknown keys, and changes values where they stand", async () => {
    const newShape = `---
name: flaky-waits
description: "Waits in browser tests — short at home, longer in CI"
metadata: 
  node_type: memory
  type: feedback
  originSessionId: 5d0c3a52-0000-4000-8000-00000000aa01
  modified: 2031-05-02T10:11:12.345Z
---

Keep waits short.
`;
    expect((await parseMemory(newShape, "new-shape")).header).toMatchObject({
      name: "flaky-waits",
      type: "feedback",
      modified: "2031-05-02T10:11:12.345Z",
    });
    expect(await rewriteMemory(newShape, changes)).toEqual({
      ok: true,
      text: newShape
        .replace('"Waits in browser tests — short at home, longer in CI"', "new words")
        .replace("2031-05-02T10:11:12.345Z", "2032-01-01T00:00:00Z"),
    });
  });

  it("FM-08 adds to an older shape and never touches an unknown type", async () => {
    const oldShape =
      "---\nname: Team and owners\ndescription: who owns what\ntype: project\noriginSessionId: 5d0c3a52\n---\nNo blank line after the header.\n";
    expect(await rewriteMemory(oldShape, changes)).toEqual({
      ok: true,
      text: "---\nname: Team and owners\ndescription: new words\ntype: project\nmodified: 2032-01-01T00:00:00Z\noriginSessionId: 5d0c3a52\n---\nNo blank line after the header.\n",
    });
    const odd =
      "---\nname: report:cache-headers\ndescription: type outside the four\nmetadata:\n  node_type: memory\n  type: report\n---\n\nText.\n";
    expect((await parseMemory(odd, "odd-type")).header).toMatchObject({
      name: "report:cache-headers",
      type: "unknown",
    });
    expect(await rewriteMemory(odd, changes)).toMatchObject({
      text: expect.stringContaining("\n  type: report\n") as string,
    });
  });
});

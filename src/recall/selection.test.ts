import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { ManifestEntry } from "./manifest.ts";
import { readSelection } from "./selection.ts";

const entry = (id: string, name: string): ManifestEntry => ({
  id,
  type: "project",
  name,
  description: `about ${name}`,
  observed: null,
});
const entries = [
  entry("project/staging-deploy", "staging deploy"),
  entry("user/ci-cd-071596ac", "CI/CD 注意事项"),
  entry("project/deploy (old)", "old deploy"),
  entry("user/staging-deploy", "my staging"),
];

function chosen(answer: string, limit = 5): string[] | null {
  return readSelection(answer, { entries, limit })?.chosen.map(({ id }) => id) ?? null;
}

describe("the selection in an answer", () => {
  it.each([
    ["plain", '{"selected_memories": ["project/staging-deploy.md"]}'],
    ["without .md", '{"selected_memories": ["project/staging-deploy"]}'],
    [
      "in prose",
      'The staging one helps.\n{"selected_memories": ["project/staging-deploy.md"]}\nHope it helps!',
    ],
    ["in a fence", '```json\n{\n  "selected_memories": [\n    "project/staging-deploy.md",\n  ]\n}\n```'],
    [
      "after an example",
      '{"selected_memories": ["..."]} as asked: {"selected_memories": ["project/staging-deploy"]}',
    ],
    ["never closed", '{"selected_memories": ["project/staging-deploy.md"'],
    ["cut in a name", '{"selected_memories": ["project/staging-deploy", "user/ci-c'],
    ["single quotes", "{'selected_memories': ['project/staging-deploy.md']}"],
    ["typographic quotes", "{“selected_memories”: [“project/staging-deploy.md”]}"],
    ["no quotes", "selected_memories: [project/staging-deploy.md]"],
    ["a bare list", '["project/staging-deploy.md"]'],
    ["objects", '{"selected_memories": [{"file": "project/staging-deploy.md", "why": "it says where"}]}'],
    [
      "the whole line",
      '{"selected_memories": ["- [project] project/staging-deploy.md (2031-01-01): about it"]}',
    ],
    ["escaped", '{"selected_memories": ["project\\/staging-deploy.md"]}'],
    ["a slug alone", '{"selectedMemories": ["staging-deploy.md"]}'],
    ["twice", '{"selected_memories": ["project/staging-deploy.md", "staging-deploy"]}'],
  ])("is found: %s", (_, answer) => {
    expect(chosen(answer)).toEqual(["project/staging-deploy"]);
  });

  it("may name a memory by its name, or hold brackets and blanks", () => {
    const answer = '{"selected_memories": ["CI/CD 注意事项", "project/deploy (old).md"]}';
    expect(chosen(answer)).toEqual(["user/ci-cd-071596ac", "project/deploy (old)"]);
  });

  it("drops and counts names that were not offered", () => {
    const answer =
      '{"selected_memories": ["../../etc/passwd", "project/nothing.md", "user/ci-cd-071596ac.md"]}';
    expect(readSelection(answer, { entries, limit: 5 })).toMatchObject({
      chosen: [{ id: "user/ci-cd-071596ac" }],
      unknown: 2,
    });
  });

  it("may be empty", () => {
    for (const answer of [
      '{"selected_memories": []}',
      "[]",
      '{"selected_memories": [null]}',
      '{"selected_memories":[',
    ]) {
      expect(chosen(answer)).toEqual([]);
    }
  });

  it("is none in prose, in other JSON, in nothing", () => {
    for (const answer of [
      "I would read [feedback] user/ci-cd-071596ac.md first.",
      '{"memories": []}',
      "",
      "{",
    ]) {
      expect(chosen(answer)).toBe(null);
    }
  });

  it("holds no more than the limit", () => {
    expect(chosen(JSON.stringify({ selected_memories: entries.map(({ id }) => id) }), 2)).toHaveLength(2);
  });

  it("never throws, and never finds what was not offered", () => {
    const pieces = constantFrom(
      '"selected_memories"',
      ":",
      "[",
      "]",
      "{",
      "}",
      '"',
      "'",
      "“",
      "\\",
      ",",
      "project/staging-deploy.md",
      "\n",
      " ",
      "(",
      "- [x] ",
    );
    assert(
      property(array(oneof(pieces, string()), { maxLength: 40 }), (parts) => {
        const found = readSelection(parts.join(""), { entries, limit: 5 });
        for (const one of found?.chosen ?? []) expect(entries).toContain(one);
      }),
    );
  });

  it("takes its time in proportion to the answer", () => {
    for (const answer of [
      `{"selected_memories": [${" ".repeat(100_000)}`,
      `["${"\\".repeat(100_000)}`,
      "(".repeat(200_000),
      '"a" '.repeat(50_000),
    ]) {
      expect(() => chosen(answer)).not.toThrow();
    }
  });
});

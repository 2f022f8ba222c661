import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { yamlScalar } from "./yaml-scalar.ts";

const awkward = [
  "2031-06-03", "2026", "0123", "yes", "No", "null", "~", "1e3", "0x1F", "0o17", "1_000", ".inf", ".NaN", "12:30:45",
  "190:20:30", "true", "y", "N", "on", "2001-12-14 21:59:43.10 -5", "=", "<<", "", " leading", "trailing ", "a: b",
  "a:", "a #b", "#a", "- dash", "? question", "[oops", "{oops", "'quote", '"double', "back\\slash", "*alias", "&anchor",
  "!tag", "%directive", "@at", "`tick", "| bar", "> fold", "🦊", "wave 🦊", "a\u0000b", "a\u0085b", "a\u2028b", "\ufeffbom",
  "a\tb", "---", "...", "--- a", "line\nline", "a\u00a0b", "del\u007f", "nul\u0000byte", "bidi\u202e", "ﬁ\ufffe", "𠀀",
  "写 commit message 时用 feat:/fix:/docs: 这类前缀",
]; // prettier-ignore

describe("yamlScalar", () => {
  it.each(["1.1", "1.2"] as const)("gives the same string back in YAML %s", (version) => {
    for (const value of awkward) {
      const document = `name: ${yamlScalar(value)}\nafter: 'x'\n`;
      expect(parse(document, { version })).toEqual({ name: value, after: "x" });
    }
  });

  it("writes ordinary text as it is", () => {
    for (const plain of [
      "commit message 前缀",
      "写 commit message 时用 feat:/fix:/docs:这类前缀",
      'Don\'t say "maybe"',
      "naïve — café, (1) [2]",
      "20261129-171500-a1b2",
    ]) {
      expect(yamlScalar(plain)).toBe(plain);
    }
  });

  it("holds for any text, in both versions (property)", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."ab1 :#-'\"\\,[]{}&*!|>%@`~.\tyno") }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const document = `name: ${yamlScalar(value)}\nafter: 'x'\n`;
        expect(parse(document, { version: "1.1" })).toEqual({ name: value, after: "x" });
        expect(parse(document, { version: "1.2" })).toEqual({ name: value, after: "x" });
      }),
      { numRuns: 500 },
    );
  });
});

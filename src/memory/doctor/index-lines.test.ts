import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scanIndex } from "../index-file.ts";
import { mendedIndex, oddLines } from "./index-lines.ts";

function mend(text: string, present: readonly string[], add: readonly string[] = []): string | null {
  const lines = scanIndex(text);
  const drop = new Set(oddLines(lines, (name) => present.includes(name)).map(({ at }) => at));
  return mendedIndex(text, { lines, drop, add: add.map((file) => ({ file, line: `- [${file}](${file})` })) });
}

describe("the lines of an index put right", () => {
  it("keeps prose, order, line ends and a missing last line end", () => {
    const text =
      "# M\r\n\r\n- [a](a.md)\r\nprose\r\n  * [gone](gone.md)\r\n- [a again](a.md)\r\n- [b](b.md)\r\n| t |";
    expect(mend(text, ["a.md", "b.md"], ["c.md"])).toBe(
      "# M\r\n\r\n- [a](a.md)\r\nprose\r\n- [b](b.md)\r\n- [c.md](c.md)\r\n| t |",
    );
    expect(mend("- [a](a.md)\n- [x](x.md)", ["a.md"])).toBe("- [a](a.md)");
    expect(mend("- [a](a.md)", ["a.md"], ["b.md", "c.md"])).toBe(
      "- [a](a.md)\n- [b.md](b.md)\n- [c.md](c.md)",
    );
    expect(mend("- [x](x.md)\n", [])).toBe("");
    expect(mend("", [], ["a.md"])).toBe("- [a.md](a.md)\n");
    expect(mend("prose", [], ["a.md"])).toBe("prose\n- [a.md](a.md)");
    expect(mend("\ufeff- [a](a.md)\n- [x](x.md)\n", ["a.md"])).toBe("\ufeff- [a](a.md)\n");
  });

  it("leaves what stands in code and comments", () => {
    const text = "```\n- [x](x.md)\n```\n<!--\n- [y](y.md)\n-->\n- [a](a.md)\n";
    expect(mend(text, ["a.md"])).toBe(text);
  });

  it("has one line a file that is there, and keeps all else in its order (property)", () => {
    const line = fc.constantFrom(
      "- [a](a.md)",
      "- [b](b.md) — x",
      "* [c](c.md)",
      "prose",
      "",
      "```",
      "<!-- x",
      "-->",
      "# H",
    );
    const ending = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 14 }),
        ending,
        fc.boolean(),
        fc.subarray(["a.md", "b.md"]),
        (lines, end, isOpen, present) => {
          const text = lines.join(end) + (isOpen ? "" : end);
          const before = scanIndex(text).flatMap(({ entry }) => entry?.file ?? []);
          const missing = present.filter((file) => !before.includes(file));
          const mended = mend(text, present, missing);
          if (mended === null) return;
          const after = scanIndex(mended).flatMap(({ entry }) => entry?.file ?? []);
          expect(after.toSorted()).toEqual([...present].toSorted());
          const others = (each: string): string[] =>
            each.split(/\r?\n/).filter((one) => !/\.md\)/.test(one) && one !== "");
          expect(others(mended)).toEqual(others(text));
          expect(mend(mended, present)).toBe(mended);
        },
      ),
      { numRuns: 300 },
    );
  });
});

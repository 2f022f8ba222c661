import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, fitWidth, padWidth } from "./display-width.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["前缀", 4],
    ["한글", 4],
    ["かな", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["🚀", 2],
    ["a\u200bb", 2],
    ["，。", 4],
  ])("counts the cells of %j", (text, cells) => {
    expect(displayWidth(text)).toBe(cells);
  });
});

describe("fitWidth", () => {
  it("keeps what fits and marks a cut", () => {
    expect(fitWidth("commit", 6)).toBe("commit");
    expect(fitWidth("commit message", 7)).toBe("commit…");
    expect(fitWidth("前缀前缀", 6)).toBe("前缀…");
    expect(fitWidth("前缀", 0)).toBe("");
  });

  it("never takes more cells than asked, and padding fills to exactly that many", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(40), (text, cells) => {
        const fitted = fitWidth(text, cells);
        expect(displayWidth(fitted)).toBeLessThanOrEqual(cells);
        expect(displayWidth(padWidth(fitted, cells))).toBe(cells);
      }),
    );
  });
});

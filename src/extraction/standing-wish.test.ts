import { describe, expect, it } from "vitest";
import { heldOutMessages, knownMessages, type LabelledMessages } from "./standing-wish.fixture.ts";
import { standingWish } from "./standing-wish.ts";

function judged({ wishes, others }: LabelledMessages) {
  return {
    misses: wishes.filter((message) => !standingWish(message)),
    falseAlarms: others.filter(standingWish),
  };
}

describe("a standing wish", () => {
  it("is known by its words, in English and Chinese", () => {
    expect(knownMessages.wishes.length + knownMessages.others.length).toBeGreaterThanOrEqual(60);
    expect(judged(knownMessages)).toEqual({ misses: [], falseAlarms: [] });
  });

  // Before a slip was mended (the first character of 请求 read as "please"): no miss, one false alarm of 15.
  it("is known in messages that the words were not chosen on", () => {
    expect(judged(heldOutMessages)).toEqual({ misses: [], falseAlarms: [] });
  });

  it("may have its always or never at its end", () => {
    const wishes = [
      "indent with tabs always",
      "please quote paths in shell scripts, always.",
      "Squash commits before the merge always",
      "push to main never",
      "sign the commits always please!",
    ];
    const others = [
      "build fails always",
      "the import breaks always",
      "log is empty always",
      "merge conflicts happen always",
      "deploy of staging hangs always",
      "comments in this file were wrong always",
      "Did the lint pass always?",
    ];
    expect(judged({ wishes, others })).toEqual({ misses: [], falseAlarms: [] });
  });

  it("is found in the middle of a long message, and reads one of any length to its end", () => {
    const pasted = "The build always takes ten minutes. ".repeat(200);
    expect(standingWish(pasted)).toBe(false);
    expect(standingWish(`${pasted}\nAnd from now on answer in German.\n${pasted}`)).toBe(true);
    for (const piece of ["always ", "每次", "never,", "'", "`", "```\n", "remember: ", "don't again "])
      expect(typeof standingWish(piece.repeat(50_000))).toBe("boolean");
  });
});

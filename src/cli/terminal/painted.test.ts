import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { fitPainted, paintedStretches, paintedWidth, withoutColours } from "./painted.ts";

const { bold, dim, red, bgBlue } = createColors(true);

describe("painted text", () => {
  it("is measured without its colours", () => {
    expect(paintedWidth(`${bold("一")}${dim("ab")}`)).toBe(4);
    expect(withoutColours(red("x"))).toBe("x");
  });

  it("is taken apart by looks, and painting the parts gives it back", () => {
    const line = `a ${bold(`b ${red("c")} d`)} ${bgBlue("e")}`;
    const stretches = paintedStretches(line);
    expect(stretches.map(({ text }) => text)).toEqual(["a ", "b ", "c", " d", " ", "e"]);
    expect(withoutColours(stretches.map(({ text, paint }) => paint(text)).join(""))).toBe("a b c d e");
    expect(stretches[2]?.paint("c")).toBe("\u001b[1m\u001b[31mc\u001b[22m\u001b[39m");
  });

  it("loses its colours rather than its end mark when it is cut", () => {
    expect(fitPainted(red("long text"), 5)).toBe("long…");
    expect(fitPainted(red("ok"), 5)).toBe(red("ok"));
  });
});

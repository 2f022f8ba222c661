import { describe, expect, it } from "vitest";
import { displayWidth } from "./display-width.ts";
import { renderTable, renderTabs } from "./table.ts";

describe("renderTable", () => {
  const rows = [
    ["commit-message-071596ac", "feedback", "写 commit message 时用 feat:/fix: 前缀"],
    ["ci", "reference", "where the build runs"],
  ];

  it("puts columns under one another by terminal cells", () => {
    expect(
      renderTable(
        [{}, {}, {}],
        [
          ["前缀", "a", "x"],
          ["ab", "bcd", "y"],
        ],
        80,
      ),
    ).toEqual(["前缀  a    x", "ab    bcd  y"]);
  });

  it("cuts only the flexible column to fit the line", () => {
    const lines = renderTable([{}, {}, { flexible: true }], rows, 50);
    expect(lines.every((line) => displayWidth(line) <= 50)).toBe(true);
    expect(lines[0]).toMatch(/^commit-message-071596ac {2}feedback {3}写.*…$/u);
  });

  it("colours after measuring and aligns numbers right", () => {
    const paint = (text: string) => `<${text}>`;
    expect(
      renderTable(
        [{ paint }, { align: "right" }],
        [
          ["a", "1"],
          ["bb", "100"],
        ],
        80,
      ),
    ).toEqual(["<a>     1", "<bb>  100"]);
  });
});

describe("renderTabs", () => {
  it("is one line a row whatever the cells hold", () => {
    expect(renderTabs([["a\tb", "c\nd"]])).toEqual(["a b\tc d"]);
  });
});

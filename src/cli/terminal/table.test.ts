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

  const slug = "a".repeat(60);
  const list = [{ least: 12 }, { dispensable: 2 }, { dispensable: 1 }, { flexible: true, least: 16 }];
  const memories = [
    [slug, "feedback", "2026-11-29", "a name of some length — and what it is good for"],
    ["ci", "reference", "2026-11-29", "short"],
  ];

  it.each([
    [80, /^a{38}… {2}feedback {3}2026-11-29 {2}a name of some…$/],
    [50, /^a{20}… {2}feedback {3}a name of some…$/],
    [40, /^a{21}… {2}a name of some…$/],
    [30, /^a{11}… {2}a name of some…$/],
    [20, /^a{11}… {2}a nam…$/],
  ])("at %i cells cuts what may be cut, then leaves out what can be spared", (width, first) => {
    const lines = renderTable(list, memories, width);
    expect(lines[0]).toMatch(first);
    expect(lines.every((line) => displayWidth(line) <= width)).toBe(true);
  });

  it("is whole where there is room", () => {
    expect(renderTable(list, memories, 200)[0]).toBe(
      memories[0]?.join("  ").replace("feedback", "feedback "),
    );
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

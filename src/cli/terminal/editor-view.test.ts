import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "./display-width.ts";
import { viewEditor } from "./editor-view.ts";

const look = { prompt: "› ", promptWidth: 2, width: 12, maxRows: 10 };

describe("viewEditor", () => {
  it("puts the cursor behind the text, by cells", () => {
    expect(viewEditor({ ...look, text: "部署a", cursor: 3 })).toEqual({
      lines: ["› 部署a"],
      row: 0,
      column: 7,
    });
  });

  it("indents later lines and breaks full ones, wide characters whole", () => {
    expect(viewEditor({ ...look, text: "ab\n一二三四五六", cursor: 3 })).toEqual({
      lines: ["› ab", "  一二三四五", "  六"],
      row: 1,
      column: 2,
    });
  });

  it("gives the cursor a line of its own when the last one is full", () => {
    expect(viewEditor({ ...look, text: "0123456789", cursor: 10 })).toEqual({
      lines: ["› 0123456789", "  "],
      row: 1,
      column: 2,
    });
  });

  it("shows the part of a long text that the cursor is in", () => {
    const text = Array.from({ length: 30 }, (_, index) => `l${index}`).join("\n");
    const { lines, row } = viewEditor({ ...look, text, cursor: text.length, maxRows: 4 });
    expect(lines).toEqual(["  l26", "  l27", "  l28", "  l29"]);
    expect(row).toBe(3);
  });

  it("never draws beyond the width, and always has the cursor inside", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "字", "\n", "\t", "é", "👩", " "), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(60), fc.integer({ min: 6, max: 30 }), (written, at, width) => {
        const cursor = [...written].slice(0, at).join("").length;
        const view = viewEditor({ ...look, text: written, cursor, width });
        for (const line of view.lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(view.row).toBeLessThan(view.lines.length);
        expect(view.column).toBeLessThanOrEqual(width);
      }),
    );
  });
});

import { createColors } from "picocolors";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../terminal/display-width.ts";
import type { OfferedSession } from "./offered-session.ts";
import { composePicker, pickerRows, type PickerState } from "./picker-frame.ts";

const now = new Date("2026-11-29T12:00:00Z");
const rounding: OfferedSession = {
  id: "20261126-080000-c3d4",
  title: "fix the rounding of discounts in the cart, it is off …",
  firstPrompt: "fix the rounding of discounts in the cart, it is off by a cent for some of them",
  lastActive: "2026-11-26T09:00:00Z",
  pinned: false,
};
const sessions: OfferedSession[] = [
  {
    id: "20261129-095500-a1b2",
    title: "部署到 staging",
    firstPrompt: "我们怎么把购物车部署到 staging 环境？先看一下 CI 的配置",
    lastActive: "2026-11-29T10:00:00Z",
    pinned: true,
  },
  rounding,
  { id: "20261001-080000-e5f6", title: null, firstPrompt: null, lastActive: null, pinned: false },
];
const plain = createColors(false);

function frame(more: Partial<PickerState>, columns: number, rows = 24) {
  const state = { matches: sessions, total: 3, selected: 0, filter: "", cursor: 0, now, ...more };
  return composePicker(state, { columns, rows }, plain);
}

describe("composePicker", () => {
  it("shows title, first prompt and age at 80 columns", () => {
    expect(frame({}, 80).lines.map((line) => line.trimEnd())).toEqual([
      "Resume a session · 3",
      "› type to search, or an id",
      "",
      "❯ 部署到 staging  我们怎么把购物车部署到 staging 环境？先看一下 C…  2 hours ago",
      "  fix the rounding of discounts in the cart, it is off by a cent…    3 days ago",
      "  (no words yet)",
      "",
      "  “我们怎么把购物车部署到 staging 环境？先看一下 CI 的配置”",
      expect.stringMatching(/^ {2}20261129-095500-a1b2 · 2026-11-\d\d \d\d:\d\d · pinned$/u),
      "  Enter opens · ↑↓ choose · Esc leaves",
    ]);
  });

  it("keeps title and age at 40 columns", () => {
    expect(frame({ selected: 1 }, 40).lines.map((line) => line.trimEnd())).toEqual([
      "Resume a session · 3",
      "› type to search, or an id",
      "",
      "  部署到 staging  我们怎么把购物…   2 h",
      "❯ fix the rounding of discounts i…  3 d",
      "  (no words yet)",
      "",
      "  “fix the rounding of discounts in t…”",
      "  20261126-080000-c3d4",
      "  Enter opens · ↑↓ choose · Esc leaves",
    ]);
  });

  it("says what was typed, and that nothing fits", () => {
    const { lines, cursor } = frame({ matches: [], filter: "发布", cursor: 2 }, 80);
    expect(lines.slice(0, 4)).toEqual([
      "Resume a session · 0 of 3",
      "› 发布",
      "",
      "  no session holds these words",
    ]);
    expect(cursor).toEqual({ row: 1, column: 6 });
  });

  it("keeps the chosen one of hundreds in sight", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...rounding, title: `number ${index}.` }));
    for (const [selected, first] of [
      [0, 0],
      [6, 0],
      [150, 143],
      [299, 286],
    ] as const) {
      const { lines } = frame({ matches: many, total: 300, selected }, 80, 40);
      expect(lines).toHaveLength(21);
      expect(lines[3]).toContain(`number ${first}.`);
      expect(lines.find((line) => line.startsWith("❯"))).toContain(`number ${selected}.`);
    }
  });

  it("never draws wider or higher than the terminal, whatever titles hold", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constant("部署流程👨‍👩‍👧\u001b[2J\n\t"),
      fc.constant(null),
    );
    const session = fc.record({
      id: fc.constant("20261129-095500-a1b2"),
      title: text,
      firstPrompt: text,
      lastActive: fc.constantFrom(null, "odd", "2026-11-29T10:00:00Z"),
      pinned: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(session, { maxLength: 30 }),
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 9, max: 50 }),
        fc.nat(),
        (matches, columns, rows, seed) => {
          const selected = matches.length === 0 ? 0 : seed % matches.length;
          const { lines } = frame({ matches, total: matches.length, selected }, columns, rows);
          expect(lines.length).toBeLessThanOrEqual(Math.max(rows - 1, pickerRows({ rows }) + 7));
          for (const line of lines) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns - 1);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { escapeUnseen } from "./escape.ts";

describe("escapeUnseen", () => {
  it.each([
    ["a\u202eb", "a\\u{202e}b"],
    ["\u001b[31m", "\\u{1b}[31m"],
    ["zero\u200bwidth", "zero\\u{200b}width"],
    ["joined\u200dwords", "joined\\u{200d}words"],
    ["\ufeffmark", "\\u{feff}mark"],
    ["tag\u{e0041}", "tag\\u{e0041}"],
    ["half\ud83d", "half\\u{d83d}"],
    ["sep\u2028", "sep\\u{2028}"],
    ["soft\u00adhyphen", "soft\\u{ad}hyphen"],
    ["A\ufe0f", "A\\u{fe0f}"],
    ["nul\u0000 del\u007f c1\u009b", "nul\\u{0} del\\u{7f} c1\\u{9b}"],
  ])("%j -> %j", (text, expected) => {
    expect(escapeUnseen(text)).toBe(expected);
  });

  it.each(["👩‍💻", "👩🏽‍💻", "❤️‍🔥", "☕️", "1️⃣", "می‌خواهم", "क्‍ष", "前缀 — naïve “quotes”"])(
    "leaves %s as it is",
    (text) => {
      expect(escapeUnseen(text)).toBe(text);
    },
  );

  it("shows line ends unless they are to stay", () => {
    expect(escapeUnseen("a\nb\tc\r\n")).toBe("a\\u{a}b\\u{9}c\\u{d}\\u{a}");
    expect(escapeUnseen("a\nb\tc\r\nd\re", { keepLines: true })).toBe("a\nb\tc\nd\\u{d}e");
  });

  it("shows every character that has no form of its own, among plain ones", () => {
    const hidden =
      /[\p{Cc}\p{Cf}\p{Surrogate}\p{Variation_Selector}\u034f\u2028\u2029\u115f\u1160\u3164\uffa0]/u;
    const seen = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/;
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      const isShown = escapeUnseen(`a — ${character}b`).includes(`\\u{${code.toString(16)}}`);
      if (isShown !== (hidden.test(character) && !seen.test(character))) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("applied twice changes nothing (property)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.boolean(), (text, keepLines) => {
        const once = escapeUnseen(text, { keepLines });
        expect(escapeUnseen(once, { keepLines })).toBe(once);
      }),
    );
  });
});

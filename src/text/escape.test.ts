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

  it("applied twice changes nothing (property)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.boolean(), (text, keepLines) => {
        const once = escapeUnseen(text, { keepLines });
        expect(escapeUnseen(once, { keepLines })).toBe(once);
      }),
    );
  });
});

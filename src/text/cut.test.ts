import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { countBytes, countCharacters, cutBytes, cutCharacters } from "./cut.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 60 });

describe("cutBytes", () => {
  it("cuts on a character boundary", () => {
    expect(cutBytes("前缀", 4)).toBe("前");
    expect(cutBytes("a🦊", 4)).toBe("a");
    expect(cutBytes("abc", 3)).toBe("abc");
    expect(cutBytes("abc", 0)).toBe("");
  });

  it("keeps accents and joined emoji whole", () => {
    expect(cutBytes("ae\u0301", 3)).toBe("a");
    expect(cutBytes("x👩‍💻", 6)).toBe("x");
  });

  it("splits a pile of accents rather than lose everything", () => {
    expect(countBytes(cutBytes(`a${"\u0301".repeat(500)}`, 400))).toBeGreaterThan(300);
  });

  it("is a beginning within the limit, and well formed (property)", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, limit) => {
        const cut = cutBytes(text, limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(countBytes(cut)).toBeLessThanOrEqual(limit);
        expect(Buffer.from(cut).toString()).toBe(cut);
        expect(cut === text || countBytes(text) > limit).toBe(true);
      }),
    );
  });
});

describe("cutCharacters", () => {
  it("ends in an ellipsis only when something was cut", () => {
    expect(cutCharacters("hello", 5)).toBe("hello");
    expect(cutCharacters("hello!", 5)).toBe("hell…");
    expect(cutCharacters("🦊🦊🦊", 3)).toBe("🦊🦊🦊");
    expect(cutCharacters("🦊🦊🦊", 2)).toBe("🦊…");
    expect(cutCharacters("word more", 6)).toBe("word…");
    expect(cutCharacters("word", 0)).toBe("");
    expect(cutCharacters("word", 1)).toBe("…");
  });

  it("never holds more code points than the limit (property)", () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        const cut = cutCharacters(text, limit);
        expect(countCharacters(cut)).toBeLessThanOrEqual(limit);
        expect(countCharacters(text)).toBe([...text].length);
      }),
    );
  });
});

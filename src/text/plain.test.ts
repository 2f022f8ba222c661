import { describe, expect, it } from "vitest";

import { isBlank, oneLine, wellFormed } from "./plain.ts";

describe("isBlank", () => {
  it.each(["", "   ", "\t\n", "\u200b", "\u00a0\u3000", "\u3164", "\u2800", "\u202e ", "\u0000"])(
    "%j is blank",
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );

  it.each(["a", "🦊", "☕️", "。", "-", "中"])("%j is not", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe("oneLine", () => {
  it.each([
    ["one\ntwo", "one two"],
    ["one\r\n\r\n  two  \n", "one two"],
    ["\n\nname\n", "name"],
    ["ends with space ", "ends with space "],
    ["a\u2028b\u0085c", "a b c"],
    [" keeps  inner  blanks", " keeps  inner  blanks"],
    ["\n", ""],
  ])("%j -> %j", (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

it("wellFormed replaces half pairs only", () => {
  expect(wellFormed("a\ud83db 🦊 \udc00")).toBe("a\ufffdb 🦊 \ufffd");
});

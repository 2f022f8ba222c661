import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceText } from "./replace-text.ts";

const once = (text: string, old: string, replacement: string) =>
  replaceText(text, { old, new: replacement, all: false });

describe("replaceText", () => {
  it("takes the new text literally", () => {
    expect(once("a x b", "x", "$& $1 $$ \\1")).toMatchObject({ text: "a $& $1 $$ \\1 b" });
  });

  it("says where a text is that is there more than once, overlaps too", () => {
    expect(once("x\ny\nx\n", "x", "z")).toEqual({ ok: false, lines: [1, 3] });
    expect(once("aaa", "aa", "b")).toEqual({ ok: false, lines: [1, 1] });
    expect(once("abc", "x", "y")).toEqual({ ok: false, lines: [] });
    expect(replaceText("aaa", { old: "aa", new: "b", all: true })).toEqual({
      ok: true,
      text: "ba",
      count: 1,
    });
    expect(replaceText("x\ny\nx", { old: "x", new: "xx", all: true })).toMatchObject({
      text: "xx\ny\nxx",
      count: 2,
    });
  });

  it("is quick where a text is everywhere", () => {
    const text = "x\n".repeat(3_000_000);
    expect(once(text, "x", "y")).toMatchObject({ ok: false, lines: { length: 1_000 } });
    expect(replaceText(text, { old: "x", new: "y", all: true })).toMatchObject({ count: 3_000_000 });
  });

  it("keeps CRLF, a byte order mark and a missing last line end", () => {
    expect(once("\ufeffa\r\nb\r\nc", "a\nb", "1\n2\n3")).toMatchObject({ text: "\ufeff1\r\n2\r\n3\r\nc" });
    expect(once("a\r\nb", "a\r\nb", "c\r\nd")).toMatchObject({ text: "c\r\nd" });
    expect(once("a\r\nb\r\n", "\nb", "\nc")).toMatchObject({ text: "a\r\nc\r\n" });
    expect(once("a\r\nb\r\n", "b\n", "")).toMatchObject({ text: "a\r\n" });
  });

  it("follows the line end of the place in a mixed file", () => {
    expect(once("a\r\nb\nc\n", "b", "1\n2")).toMatchObject({ text: "a\r\n1\n2\nc\n" });
    expect(once("a\r\nb\nc\n", "a", "1\n2")).toMatchObject({ text: "1\r\n2\r\nb\nc\n" });
  });

  it("adds no line end of its own to a file with only \\n", () => {
    expect(once("a\nb", "b", "c\r\nd")).toMatchObject({ text: "a\nc\r\nd" });
  });

  it("changes nothing else, byte for byte", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "é", "😀") });
    fc.assert(
      fc.property(part, part, part, (before, after, inserted) => {
        const result = once(`${before}<X>${after}`, "<X>", inserted);
        if (!result.ok) throw new Error("not found");
        expect(result.text.startsWith(before)).toBe(true);
        expect(result.text.endsWith(after)).toBe(true);
        const middle = result.text.slice(before.length, result.text.length - after.length);
        expect(middle.replaceAll("\r\n", "\n")).toBe(inserted.replaceAll("\r\n", "\n"));
      }),
    );
  });
});

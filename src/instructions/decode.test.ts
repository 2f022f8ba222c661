import { assert, boolean, property, string, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decode.ts";

const whole = { isBeginning: false };
const utf16 = (text: string, order: "little" | "big"): Buffer => {
  const bytes = Buffer.from(text, "utf16le");
  return order === "big" ? bytes.swap16() : bytes;
};

describe("decodeText", () => {
  it("gives back any text in UTF-8 and UTF-16, without the byte order mark", () => {
    const text = string({ unit: "binary" }).filter((each) => !/[\0\ufeff\p{Surrogate}]/u.test(each));
    assert(
      property(text, (each) => {
        for (const bytes of [
          Buffer.from(each),
          Buffer.from(`\ufeff${each}`),
          utf16(`\ufeff${each}`, "little"),
          utf16(`\ufeff${each}`, "big"),
        ]) {
          expect(decodeText(bytes, whole)).toEqual({ ok: true, text: each, problem: null });
        }
      }),
    );
  });

  it("knows Latin text in UTF-16 without a mark", () => {
    for (const order of ["little", "big"] as const) {
      expect(decodeText(utf16("Use tabs.\r\n", order), whole)).toMatchObject({
        ok: true,
        text: "Use tabs.\r\n",
      });
    }
  });

  it("cuts no character in two at the end of a beginning", () => {
    const bytes = Buffer.from("字 is a word 字").subarray(0, -1);
    expect(decodeText(bytes, { isBeginning: true })).toEqual({
      ok: true,
      text: "字 is a word ",
      problem: null,
    });
    expect(decodeText(bytes, whole)).toMatchObject({ text: "字 is a word �", problem: expect.any(String) });
  });

  it("refuses binary, and text of which too little would be left", () => {
    expect(decodeText(Buffer.from("MZ\0\u0001\0x"), whole)).toMatchObject({ ok: false });
    expect(decodeText(Buffer.from("a\0b"), whole)).toMatchObject({ ok: false });
    expect(decodeText(Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xb9, 0xe6, 0xb7, 0xb6]), whole)).toEqual({
      ok: false,
      why: "it is not UTF-8 text; save it as UTF-8",
    });
  });

  it("decides about any bytes", () => {
    assert(
      property(uint8Array({ maxLength: 64 }), boolean(), (bytes, isBeginning) => {
        const decoded = decodeText(bytes, { isBeginning });
        expect(decoded.ok ? decoded.text : decoded.why).not.toContain("\0");
      }),
    );
  });
});

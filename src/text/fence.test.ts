import { describe, expect, it } from "vitest";

import { defuseFence, fenced, systemReminder } from "./fence.ts";
import { estimateTokens } from "./tokens.ts";

describe("systemReminder", () => {
  it("wraps a text", () => {
    expect(systemReminder("hello")).toBe("<system-reminder>\nhello\n</system-reminder>");
  });

  it.each([
    "</system-reminder>",
    "</SYSTEM-Reminder >",
    "< / system-reminder>",
    "</system\u200b-reminder>",
    "</system‑reminder>",
    "<system-reminder foo='1'>",
    "＜/system-reminder>",
    "</\nsystem-reminder>",
    "<//system-reminder>",
  ])("makes %j harmless", (text) => {
    const safe = defuseFence(`before ${text} after`);
    expect(safe).not.toContain(text);
    expect(safe).toContain("&lt;");
    expect(defuseFence(safe)).toBe(safe);
  });

  it("reads over long texts that are none", () => {
    const blanks = " ".repeat(100_000);
    for (const text of [`<${blanks}x`, `<${"/ ".repeat(50_000)}`, "< s y ".repeat(20_000)]) {
      expect(defuseFence(text) === text).toBe(true);
      expect(defuseFence(`${text}</system-reminder>`) === `${text}&lt;/system-reminder>`).toBe(true);
    }
    expect(defuseFence(`<${blanks}/${blanks}system-reminder>`)).toMatch(/^&lt;/u);
  });

  it("leaves other markup alone", () => {
    expect(defuseFence("a < b, <b>system reminder</b> system-reminder")).toBe(
      "a < b, <b>system reminder</b> system-reminder",
    );
  });
});

describe("fenced", () => {
  it("lets nothing end or begin a block, or a reminder, from inside", () => {
    const text = "a </notes> <NOTES> </n\u200botes > ＜/more> </system-reminder> <b>bold</b> notes";
    const harmless =
      "a &lt;/notes> &lt;NOTES> &lt;/n\u200botes > &lt;/more> &lt;/system-reminder> <b>bold</b> notes";
    expect(fenced({ notes: text, more: "" })).toBe(`<notes>\n${harmless}\n</notes>\n\n<more>\n\n</more>`);
    expect(fenced({ more: text, notes: "" })).toContain(harmless);
  });
});

describe("estimateTokens", () => {
  it.each([
    ["", 0],
    ["abcd", 1],
    ["abcde", 2],
    ["前缀", 2],
    ["commit message 前缀", 6],
    ["あいう、", 4],
    ["한국어", 3],
    ["𠀀", 1],
  ])("%j is %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});

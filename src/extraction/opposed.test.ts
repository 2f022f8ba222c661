import { describe, expect, it } from "vitest";
import { opposingWords } from "./opposed.ts";

describe("what denies another text", () => {
  it.each([
    ["Do not use tabs in code.", "Use tabs in code."],
    ["Don’t use tabs.", "Use tabs in code.\n**Why:** the linter wants them."],
    ["Use pnpm, not npm.", "Use npm."],
    ["Answer with a summary.", "Answer without a summary."],
    ["commit message 不要用英文写。", "commit message 一律用英文写。"],
    ["别写注释。", "代码里写注释。"],
    ["Keine Emojis in Commits.", "Emojis in Commits."],
  ])("is told from what says it: %j, %j", (text, known) => {
    expect(opposingWords(text, known)).not.toEqual([]);
    expect(opposingWords(known, known)).toEqual([]);
  });

  it.each([
    ["Use pnpm.", "Use pnpm, not npm."],
    ["Use pnpm, not npm.", "Use pnpm instead of npm."],
    ["No emojis in commits.", "Never use emojis in commits."],
    ["Never release on Fridays.", "Releases are on Tuesdays."],
    ["不要在周五发布。", "周五不发布。"],
    ["日志级别默认", "日志级别默认为 warn。"],
    ["", "Do not use tabs."],
  ])("is none that says the same or something else: %j, %j", (text, known) => {
    expect(opposingWords(text, known)).toEqual([]);
  });
});

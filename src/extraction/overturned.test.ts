import { describe, expect, it } from "vitest";
import { overturningWords, withoutOverturned } from "./overturned.ts";

describe("what a newer statement turns over", () => {
  it.each([
    ["Use npm.", "Use pnpm, not npm."],
    ["Use npm in this repository.", "Use pnpm, not npm."],
    ["Do not indent code with tabs; use spaces.", "Indent code with tabs."],
    ["Use spaces instead of tabs for indentation.", "Use tabs instead of spaces for indentation."],
    ["Prefer spaces over tabs.", "Prefer tabs over spaces."],
    ["Run the tests before the linter.", "Run the linter before the tests."],
    ["Staging uses db2, production uses db1.", "Staging uses db1, production uses db2."],
    ["用 npm 代替 pnpm。", "用 pnpm 代替 npm。"],
    ["先跑检查再跑测试。", "先跑测试再跑检查。"],
    ["提交信息不要用英文写，用中文写。", "提交信息用英文写。"],
  ])("is told: %j, %j", (text, known) => {
    expect(overturningWords(text, known)).not.toEqual([]);
    expect(overturningWords(known, known)).toEqual([]);
  });

  it.each([
    ["Never deploy on Fridays.", "Test, then deploy."],
    ["Use pnpm.", "Use pnpm, not npm."],
    ["Run the tests before the linter. Run them in CI.", "Run them in CI."],
    ["测试用 vitest。", "测试用 vitest，不用 jest。"],
    ["", "Use tabs."],
  ])("is nothing where both can hold: %j, %j", (text, known) => {
    expect(overturningWords(text, known)).toEqual([]);
  });

  it("makes way with its reasons; other sentences stay with theirs", () => {
    const body = [
      "Use pnpm, not npm. Commit in English.",
      "",
      "Indent with tabs.",
      "",
      "**Why:** the linter wants it.",
      "**How to apply:** in every file.",
      "",
      "- YAML takes two spaces.",
      "**Why:** it must.",
    ].join("\n");
    expect(withoutOverturned(body, "Use npm. Never indent with tabs.\n\n**Why:** two teams.")).toBe(
      "Commit in English.\n\n- YAML takes two spaces.\n**Why:** it must.",
    );
    expect(withoutOverturned(body, "Answer briefly.")).toBe(body);
    expect(withoutOverturned("**Why:** two teams.", "Use npm.")).toBe("**Why:** two teams.");
  });
});

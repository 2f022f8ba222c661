import { createColors } from "picocolors";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { From } from "../../sessions/index.ts";
import { displayWidth } from "../terminal/display-width.ts";
import { lastWords, showLastWords, type EarlierMessage } from "./last-words.ts";

const text = (words: string) => ({ type: "text", text: words });
const user = (...blocks: [From, string][]): EarlierMessage => ({
  role: "user",
  content: blocks.map(([, words]) => text(words)),
  from: blocks.map(([from]) => from),
});
const assistant = (...words: string[]): EarlierMessage => ({ role: "assistant", content: words.map(text) });
const result: EarlierMessage = {
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "a", content: "ok" }],
  from: ["tool"],
};
const call: EarlierMessage = {
  role: "assistant",
  content: [text("I look."), { type: "tool_use", id: "a", name: "Read", input: {} }],
};

describe("lastWords", () => {
  it("takes the person's own words and the last text behind them", () => {
    const messages = [
      user(["instructions", "be kind"], ["person", "first"]),
      assistant("one"),
      user(["person", "second"], ["recall:user/a@1", "noted"], ["note", "3 days"]),
      call,
      result,
      assistant("", "two"),
    ];
    expect(lastWords(messages)).toEqual({ prompt: "second", answer: "two" });
    expect(lastWords(messages.slice(0, 5))).toEqual({ prompt: "second", answer: "I look." });
    expect(lastWords(messages.slice(0, 3))).toEqual({ prompt: "second", answer: "" });
    expect(lastWords([user(["summary", "what was"]), assistant("go on")])).toEqual({
      prompt: "",
      answer: "go on",
    });
    expect(lastWords([])).toEqual({ prompt: "", answer: "" });
  });
});

describe("showLastWords", () => {
  const plain = createColors(false);

  it("renders an answer, and keeps it quiet where there are colours", () => {
    const colors = createColors(true);
    const lines = showLastWords({ prompt: "so?", answer: "## Done\n\n- **one**" }, { width: 40, colors });
    expect(lines).toEqual([colors.dim("› so?"), "", colors.dim("Done"), "", colors.dim("• one")]);
  });

  it("shows a short exchange whole", () => {
    expect(
      showLastWords(
        { prompt: "怎么部署？\n快一点", answer: "先 staging。\n\n再生产。" },
        { width: 40, colors: plain },
      ),
    ).toEqual(["› 怎么部署？", "  快一点", "", "先 staging。", "", "再生产。"]);
    expect(showLastWords({ prompt: "", answer: "" }, { width: 40, colors: plain })).toEqual([]);
    expect(showLastWords({ prompt: "so?", answer: "" }, { width: 40, colors: plain })).toEqual(["› so?"]);
  });

  it("keeps the beginning of a long prompt and the end of a long answer", () => {
    const numbered = (count: number, name: string): string =>
      Array.from({ length: count }, (_, index) => `${name} ${index + 1}.`).join("\n");
    const lines = showLastWords(
      { prompt: numbered(9, "line"), answer: numbered(99, "- step") },
      { width: 80, colors: plain },
    );
    expect(lines.slice(0, 6)).toEqual(["› line 1.", "  line 2.", "  line 3.", "  …", "", "…"]);
    expect(lines.slice(6)).toEqual(numbered(99, "- step").split("\n").slice(-8));
  });

  it("fits the terminal and drives nothing", () => {
    const words = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constant("部署流程是什么？".repeat(60)),
      fc.lorem(),
    );
    fc.assert(
      fc.property(words, words, fc.integer({ min: 20, max: 90 }), (prompt, answer, width) => {
        const lines = showLastWords({ prompt, answer }, { width, colors: plain });
        expect(lines.length).toBeLessThanOrEqual(14);
        for (const line of lines) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });
});

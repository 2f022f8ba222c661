import { describe, expect, it } from "vitest";
import { heldOutMessages, knownMessages, type LabelledMessages } from "./standing-wish.fixture.ts";
import { freshMessages, reviewedMessages } from "./standing-wish-later.fixture.ts";
import { standingWish } from "./standing-wish.ts";

function judged({ wishes, others }: LabelledMessages) {
  return {
    misses: wishes.filter((message) => !standingWish(message)),
    falseAlarms: others.filter(standingWish),
  };
}

describe("a standing wish", () => {
  it("is known by its words, in English and Chinese", () => {
    expect(knownMessages.wishes.length + knownMessages.others.length).toBeGreaterThanOrEqual(60);
    expect(judged(knownMessages)).toEqual({ misses: [], falseAlarms: [] });
  });

  // Before a slip was mended (the first character of 请求 read as "please"): no miss, one false alarm of 15.
  it("is known in messages that the words were not chosen on", () => {
    expect(judged(heldOutMessages)).toEqual({ misses: [], falseAlarms: [] });
  });

  it("is known by words that readers of the product missed", () => {
    expect(judged(reviewedMessages)).toEqual({ misses: [], falseAlarms: [] });
  });

  // Six were missed when they were measured; that a clause with "when" asks nothing was a slip, the others stand.
  it("raises no alarm in messages that were written after, and misses a third of their wishes", () => {
    const { misses, falseAlarms } = judged(freshMessages);
    expect(falseAlarms).toEqual([]);
    expect(misses.length).toBeLessThanOrEqual(5);
  });

  it("may be stressed by a word said twice, aside, or alone", () => {
    const wishes = [
      "Always, always back up the volume first.",
      "Never, unless I say so, amend a commit.",
      "Don't rename the public functions, ever.",
      "Use the sandbox account. Always.",
      "Stop apologising. Ever!",
    ];
    const others = ["It times out. Always.", "Never, to my surprise, failed.", "Nothing helped, ever."];
    expect(judged({ wishes, others })).toEqual({ misses: [], falseAlarms: [] });
  });

  it("is none where the words are talked about, asked for, or name a fault to mend", () => {
    const wishes = [
      "Rule: always in English.",
      "Commit often and always in small steps.",
      "Tell me how it works, and remember that I like short answers.",
      "Buttons should always have a label.",
      "When you are done, always run the type checker.",
    ];
    const others = [
      "Set imagePullPolicy: Always in the deployment",
      "Set restart: never",
      "Describe when to use never.",
      "Tell me the difference between always and never in this grammar",
      "Visitors should never reach this route, so fix it.",
      "Prices should always show two decimals, look into it.",
      "In future versions the option may be gone.",
      "When did it always return null",
      "When I save, it always hangs.",
    ];
    expect(judged({ wishes, others })).toEqual({ misses: [], falseAlarms: [] });
  });

  it("may say for how long, or what is the default", () => {
    const wishes = [
      "Until further notice, reply in Dutch.",
      "For all later commits, sign them.",
      "By default, write tests in the same folder.",
      "Make it your habit to read the log first.",
      "从今天起，接口都要写文档。",
      "从即日起不用 master 分支。",
      "默认写英文注释。",
      "再也不想看到魔法数字了",
    ];
    const others = [
      "By default, the list is sorted by date.",
      "In later releases we might drop it.",
      "从今天开始接口一直超时",
      "默认用户组不对",
      "默认按钮的颜色太浅",
      "我不想再看到这个报错了",
    ];
    expect(judged({ wishes, others })).toEqual({ misses: [], falseAlarms: [] });
  });

  it("may have its always or never at its end", () => {
    const wishes = [
      "indent with tabs always",
      "please quote paths in shell scripts, always.",
      "Squash commits before the merge always",
      "push to main never",
      "sign the commits always please!",
    ];
    const others = [
      "build fails always",
      "the import breaks always",
      "log is empty always",
      "merge conflicts happen always",
      "deploy of staging hangs always",
      "comments in this file were wrong always",
      "Did the lint pass always?",
    ];
    expect(judged({ wishes, others })).toEqual({ misses: [], falseAlarms: [] });
  });

  it("is found in the middle of a long message, and reads one of any length to its end", () => {
    const pasted = "The build always takes ten minutes. ".repeat(200);
    expect(standingWish(pasted)).toBe(false);
    expect(standingWish(`${pasted}\nAnd from now on answer in German.\n${pasted}`)).toBe(true);
    for (const piece of ["always ", "每次", "never,", "'", "`", "```\n", "remember: ", "don't again "])
      expect(typeof standingWish(piece.repeat(50_000))).toBe("boolean");
  });
});

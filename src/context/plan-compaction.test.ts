import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits/index.ts";
import type { Block } from "../models/index.ts";
import { compactionThreshold } from "./compaction-threshold.ts";
import { messageTokens } from "./message-tokens.ts";
import { lastTurnsWithin, planCompaction, type PlanMessage, type PlanOptions } from "./plan-compaction.ts";

const text = (tokens: number): Block => ({ type: "text", text: "x".repeat(tokens * 4) });
const prompt = (tokens = 10): PlanMessage => ({ content: [text(tokens)], startsTurn: true });
const answer = (tokens = 10): PlanMessage => ({ content: [text(tokens)], startsTurn: false });
const result = (id: string, tokens: number): PlanMessage => ({
  content: [{ type: "tool_result", tool_use_id: id, content: "x".repeat(tokens * 4) }],
  startsTurn: false,
});

const options = (messages: PlanMessage[], more: Partial<PlanOptions> = {}): PlanOptions => ({
  messages,
  fixed: 100,
  opening: 0,
  front: 0,
  goal: 1_000,
  limit: 1_300,
  keep: 400,
  summary: 100,
  elided: new Set(),
  ...more,
});

describe("compactionThreshold", () => {
  it("is the larger of window - reserve and its share", () => {
    expect(compactionThreshold(200_000, defaultLimits)).toBe(167_000);
    expect(compactionThreshold(32_768, defaultLimits)).toBe(19_660);
    expect(compactionThreshold(8_192, defaultLimits)).toBe(4_915);
    expect(compactionThreshold(1_000_000, defaultLimits)).toBe(967_000);
  });
});

describe("planCompaction", () => {
  it("leaves out old outputs first, oldest first and no more than needed", () => {
    const messages = [
      prompt(),
      result("a", 900),
      result("b", 900),
      answer(),
      prompt(),
      answer(),
      prompt(),
      answer(),
    ];
    const plan = planCompaction(options(messages));
    expect(plan).toMatchObject({ firstKept: 0, elide: ["a", "b"] });
    const little = planCompaction(options(messages, { goal: 1_500, limit: 1_600 }));
    expect(little).toMatchObject({ firstKept: 0, elide: ["a"] });
  });

  it("keeps the outputs of the last turns, and summarises the turns before them", () => {
    const messages = [prompt(), answer(900), prompt(), answer(300), prompt(), result("z", 50), answer()];
    expect(planCompaction(options(messages))).toMatchObject({ firstKept: 2, elide: [] });
  });

  it("cuts only where the person speaks", () => {
    const messages = [
      prompt(),
      answer(900),
      prompt(),
      result("a", 80),
      answer(60),
      result("b", 80),
      answer(300),
    ];
    expect(planCompaction(options(messages))).toMatchObject({ firstKept: 2 });
  });

  it("leaves out outputs within the last turn when it alone is too long, the newest last", () => {
    const messages = [prompt(), result("a", 800), answer(), result("b", 800), answer(), result("c", 400)];
    expect(planCompaction(options(messages))).toMatchObject({ firstKept: 0, elide: ["a", "b"] });
    const huge = [prompt(), result("a", 800), answer(), result("c", 5_000)];
    expect(planCompaction(options(huge))).toMatchObject({ firstKept: 0, elide: ["a", "c"] });
  });

  it("never leaves out twice, and nothing where nothing can be gained", () => {
    expect(planCompaction(options([prompt(5_000)]))).toBeNull();
    expect(planCompaction(options([]))).toBeNull();
    const done = [prompt(), result("a", 800), answer(2_000)];
    expect(planCompaction(options(done, { elided: new Set(["a"]) }))).toBeNull();
  });

  it("summarises when the person asks, also where leaving out would do", () => {
    const messages = [prompt(), result("a", 900), answer(), prompt(), answer(), prompt(), answer(390)];
    expect(planCompaction(options(messages, { mustSummarise: true }))).toMatchObject({ firstKept: 5 });
    expect(planCompaction(options([prompt(), answer()], { mustSummarise: true }))).toBeNull();
  });

  it("keeps a whole tail that begins with a turn, and says how much is left (property)", () => {
    const turn = fc.array(fc.nat(400), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), fc.boolean(), (turns, mustSummarise) => {
        const messages = turns.flatMap((sizes, number) => [
          prompt(20),
          ...sizes.map((size, at) => result(`${number}_${at}`, size)),
        ]);
        const plan = planCompaction(options(messages, { mustSummarise }));
        if (plan === null) return;
        expect(plan.firstKept === 0 || messages[plan.firstKept]?.startsTurn).toBe(true);
        expect(plan.firstKept).toBeLessThan(messages.length);
        expect(new Set(plan.elide).size).toBe(plan.elide.length);
        const all = 100 + 100 + messageTokens(messages.slice(plan.firstKept));
        expect(plan.after).toBeLessThanOrEqual(all);
      }),
    );
  });
});

describe("lastTurnsWithin", () => {
  it("gives the last whole turns that fit, and always the last", () => {
    const messages = [prompt(), answer(100), prompt(), answer(100), prompt(), answer(500)];
    expect(lastTurnsWithin(messages, 10)).toBe(4);
    expect(lastTurnsWithin(messages, 700)).toBe(2);
    expect(lastTurnsWithin(messages, 7_000)).toBe(0);
  });
});

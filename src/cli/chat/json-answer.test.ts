import { describe, expect, it } from "vitest";
import type { TurnEnd } from "../../agent/index.ts";
import { jsonAnswer } from "./json-answer.ts";

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
const end = (more: Partial<TurnEnd>): TurnEnd => ({
  type: "turn-end",
  outcome: "answered",
  text: "hi",
  usage,
  ...more,
});

const beside = { session: "20261129-100000-aaaa", memories: ["user/tone"] };

describe("jsonAnswer", () => {
  it.each([
    ["answered", "end_turn"],
    ["max-tokens", "max_tokens"],
    ["refused", "refusal"],
  ] as const)("says that an answer that %s stopped with %s", (outcome, stop) => {
    expect(jsonAnswer(end({ outcome }), beside)).toEqual({
      ok: true,
      value: { text: "hi", usage, ...beside, stop },
    });
  });

  it("gives failures a code of the closed list", () => {
    const failed = (kind: "unauthorized" | "too-many-rounds" | "no-space") =>
      jsonAnswer(end({ outcome: "failed", failure: { kind, message: "why" } }), beside);
    expect(failed("unauthorized")).toEqual({ ok: false, error: { code: "model", message: "why" } });
    expect(failed("too-many-rounds")).toMatchObject({ error: { code: "model" } });
    expect(failed("no-space")).toMatchObject({ error: { code: "no-space" } });
    expect(jsonAnswer(end({ outcome: "aborted" }), beside)).toMatchObject({ error: { code: "aborted" } });
    expect(jsonAnswer(null, beside)).toMatchObject({ error: { code: "internal" } });
  });
});

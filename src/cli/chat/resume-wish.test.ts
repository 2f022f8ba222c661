import { describe, expect, it } from "vitest";
import { resumeWish } from "./resume-wish.ts";

describe("resumeWish", () => {
  it.each([
    [{}, null],
    [{ continue: true }, { kind: "latest" }],
    [{ resume: " 20261129 " }, { kind: "id", id: "20261129" }],
    [{ resume: true as const }, { kind: "choose" }],
  ])("%j", (flags, wish) => expect(resumeWish(flags, { canChoose: true })).toEqual(wish));

  it.each([
    [{ continue: true, resume: "2026" }, /one of them/u],
    [{ continue: true, resume: true as const }, /one of them/u],
    [{ resume: " " }, /empty/u],
    [{ resume: true as const }, /daybook sessions list/u],
  ])("%j is wrong usage where nobody can choose", (flags, message) => {
    expect(() => resumeWish(flags, { canChoose: false })).toThrow(message);
  });
});

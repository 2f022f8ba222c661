import { describe, expect, it } from "vitest";
import { retryAfterOf, retryDelay } from "./retry.ts";

describe("the wait before another try", () => {
  it("doubles, spread by a quarter to both sides, up to a longest", () => {
    const policy = { maxRetries: 9, firstDelayMs: 100, longestDelayMs: 1000, longestTotalMs: 5000 };
    const delays = (random: number): (number | undefined)[] =>
      [2, 3, 4, 5, 6, 10, 11].map((attempt) => retryDelay({ attempt, random, policy }));
    expect(delays(0.5)).toEqual([100, 200, 400, 800, 1000, 1000, undefined]);
    expect(delays(0)).toEqual([75, 150, 300, 600, 750, 750, undefined]);
    expect(retryDelay({ attempt: 2, random: 0.999, policy })).toBe(125);
  });

  it("is what the server asks for, unless that is nothing or too long", () => {
    expect(retryDelay({ attempt: 2, random: 0.5, retryAfterMs: 1500.5 })).toBe(1501);
    expect(retryDelay({ attempt: 2, random: 0.5, retryAfterMs: 0 })).toBe(500);
    expect(retryDelay({ attempt: 2, random: 0.5, retryAfterMs: 60_000 })).toBe(60_000);
    expect(retryDelay({ attempt: 2, random: 0.5, retryAfterMs: 60_001 })).toBe(undefined);
  });

  it("is no more than a minute for all tries together", () => {
    const asked = { attempt: 3, random: 0.5, retryAfterMs: 20_000 };
    expect(retryDelay({ ...asked, waitedMs: 40_000 })).toBe(20_000);
    expect(retryDelay({ ...asked, waitedMs: 40_001 })).toBe(undefined);
  });

  it("is read from seconds, milliseconds or a date", () => {
    const now = Date.parse("2026-11-29T17:15:00Z");
    const of = (headers: Record<string, string>): number | undefined =>
      retryAfterOf((name) => headers[name] ?? null, now);
    expect(of({ "retry-after": "2" })).toBe(2000);
    expect(of({ "retry-after": "0.5" })).toBe(500);
    expect(of({ "retry-after": "2", "retry-after-ms": "1250" })).toBe(1250);
    expect(of({ "retry-after": "Sun, 29 Nov 2026 17:15:30 GMT" })).toBe(30_000);
    expect(of({ "retry-after": "Sun, 29 Nov 2026 17:14:30 GMT" })).toBe(0);
    expect(of({ "retry-after": "soon" })).toBe(undefined);
    expect(of({ "retry-after": "-1" })).not.toBe(-1000);
    expect(of({})).toBe(undefined);
  });
});

import { describe, expect, it } from "vitest";
import { ageText, shortAge } from "./age-text.ts";

const minutes = (count: number): number => count * 60_000;
const days = (count: number): number => count * 24 * 60 * 60_000;

describe("ageText", () => {
  it.each([
    [-days(3), "just now", "now"],
    [0, "just now", "now"],
    [minutes(1) - 1, "just now", "now"],
    [minutes(1), "1 minute ago", "1 min"],
    [minutes(59.9), "59 minutes ago", "59 min"],
    [minutes(60), "1 hour ago", "1 h"],
    [days(1) - 1, "23 hours ago", "23 h"],
    [days(1), "1 day ago", "1 d"],
    [days(13.9), "13 days ago", "13 d"],
    [days(61), "61 days ago", "61 d"],
  ])("%d ms: %s, %s", (milliseconds, long, short) => {
    expect(ageText(milliseconds)).toBe(long);
    expect(shortAge(milliseconds)).toBe(short);
  });
});

import { describe, expect, it } from "vitest";
import { ageInDays, ageText, freshnessWarning, observedAt } from "./freshness.ts";

const now = new Date(2031, 2, 10, 9, 0);

function age(modified: string | null, fileTime: Date | null = null): number | null {
  return ageInDays(observedAt({ modified, fileTime }, now), now);
}

describe("the age of a memory", () => {
  it("counts calendar days of the person, not spans of 24 hours", () => {
    expect(ageInDays(new Date(2031, 2, 9, 23, 59), now)).toBe(1);
    expect(ageInDays(new Date(2031, 2, 10, 0, 0), now)).toBe(0);
    expect(ageInDays(new Date(2031, 2, 9, 0, 1), new Date(2031, 2, 9, 23, 59))).toBe(0);
  });

  it("is not shifted by the days on which clocks are changed", () => {
    for (let day = 0; day < 400; day += 1) {
      expect(ageInDays(new Date(2030, 0, 1, 0, 30), new Date(2030, 0, 1 + day, 0, 30))).toBe(day);
    }
  });

  it("takes a date without a time as a day of the person's calendar", () => {
    expect(age("2031-03-10")).toBe(0);
    expect(age("2031-03-01")).toBe(9);
  });

  it("reads the header first, then the file's time", () => {
    expect(age(new Date(2031, 2, 8).toISOString(), now)).toBe(2);
    expect(age(null, new Date(2031, 2, 1, 8))).toBe(9);
    expect(age("2031-99-99", new Date(2031, 2, 1))).toBe(9);
    expect(age(null)).toBe(null);
  });

  it("does not believe a time that is still to come, beyond a clock that is a little wrong", () => {
    expect(age(new Date(2031, 2, 10, 23).toISOString())).toBe(0);
    expect(age("2031-03-11")).toBe(0);
    expect(age("2099-01-01", new Date(2031, 2, 9))).toBe(1);
    expect(age("2099-01-01")).toBe(null);
  });

  it("is said in words", () => {
    expect([0, 1, 2, 9, null].map(ageText)).toEqual([
      "today",
      "yesterday",
      "2 days ago",
      "9 days ago",
      "age unknown",
    ]);
  });

  it("brings a warning from two days on, and where it is not known", () => {
    expect([freshnessWarning(0), freshnessWarning(1)]).toEqual([null, null]);
    expect(freshnessWarning(2)).toMatch(/Observed 2 days ago.*Verify/);
    expect(freshnessWarning(null)).toMatch(/verify/);
  });
});

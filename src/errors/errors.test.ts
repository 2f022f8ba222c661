import { describe, expect, it } from "vitest";
import { DaybookError } from "./errors.ts";

describe("DaybookError", () => {
  it("is known by instanceof also where it was thrown by another copy of the package", () => {
    const ofOtherCopy: unknown = Object.assign(new Error("no"), { [Symbol.for("daybook.error")]: true });
    expect(ofOtherCopy instanceof DaybookError).toBe(true);
    expect(new DaybookError("invalid", "no") instanceof DaybookError).toBe(true);
    for (const other of [new Error("no"), null, undefined, "invalid", {}]) {
      expect(other instanceof DaybookError).toBe(false);
    }
  });

  it("leaves a class that builds on it its own instances", () => {
    class Stricter extends DaybookError {}
    expect(new Stricter("invalid", "no") instanceof Stricter).toBe(true);
    expect(new DaybookError("invalid", "no") instanceof Stricter).toBe(false);
  });
});

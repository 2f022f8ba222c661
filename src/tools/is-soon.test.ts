import { describe, expect, it } from "vitest";
import { isSoon } from "./is-soon.ts";

/** A machine on which nothing runs for longer than the patience; then all that waited comes one by one. */
function standstill() {
  let pauses = 0;
  return {
    pauses: () => pauses,
    pause: async () => {
      pauses += 1;
      if (pauses === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
    },
  };
}

describe("isSoon", () => {
  it("looks again after a standstill of the whole machine", async () => {
    const { pauses, pause } = standstill();
    expect(await isSoon(() => pauses() >= 2, 100, pause)).toBe(true);
  });

  it("gives up after its patience, and looks at least once", async () => {
    const { pauses, pause } = standstill();
    expect(await isSoon(() => false, 100, pause)).toBe(false);
    expect(pauses()).toBe(2);
    expect(await isSoon(() => true, 0, pause)).toBe(true);
    expect(await isSoon(() => false, 0, pause)).toBe(false);
    expect(pauses()).toBe(2);
  });
});

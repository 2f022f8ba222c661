import { mkdir, mkdtemp, readdir, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeScratch } from "./scratch.ts";

// Beyond every pid that a system hands out.
const NOBODY = 2 ** 31 - 1;
let memory = "";
let disk = "";
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-scratch-"));
  [memory, disk] = [join(folder, "memory"), join(folder, "disk")];
  await mkdir(memory);
  await mkdir(disk);
});

describe("the scratch folder of a run", () => {
  it("lies on the disk where memory is short or has no such folder", async () => {
    expect(dirname(await makeScratch({ memory, disk, availableMemory: 1024 ** 3 }))).toBe(disk);
    const gone = join(memory, "gone");
    expect(dirname(await makeScratch({ memory: gone, disk, availableMemory: Infinity }))).toBe(disk);
    expect(await readdir(memory)).toEqual([]);
  });

  it("takes the place of what a killed run left, and of nothing else", async () => {
    const [left, fresh, mine, other] = [
      `daybook-tests-${NOBODY}-left`,
      `daybook-tests-${NOBODY}-fresh`,
      `daybook-tests-${process.pid}-mine`,
      "other",
    ];
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    for (const name of [left, fresh, mine, other]) {
      await mkdir(join(memory, name));
      if (name !== fresh) await utimes(join(memory, name), yesterday, yesterday);
    }
    await makeScratch({ memory, disk, availableMemory: 0 });
    expect((await readdir(memory)).toSorted()).toEqual([fresh, mine, other].toSorted());
  });
});

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScratchHome } from "./scratch-home.ts";
import type { ScratchHome } from "./scratch-home.ts";
import { assertUsableShared } from "./shared-folder.ts";

let scratch: ScratchHome;
beforeEach(() => {
  scratch = createScratchHome(process.env);
  scratch.repository("app");
  mkdirSync(scratch.path("app/.agent/memory"), { recursive: true });
});
afterEach(() => scratch.remove());

const index = () => scratch.path("app/.agent/memory/MEMORY.md");

describe("a clone whose index nothing could be saved into", () => {
  const clones: [string, RegExp, () => void][] = [
    [
      "a link that leads out",
      /leads out/,
      () => symlinkSync(scratch.write("elsewhere.md", "- [a](a.md)\n"), index()),
    ],
    ["a link to nothing", /link to nothing/, () => symlinkSync("nowhere.md", index())],
    ["a link to itself", /link to nothing/, () => symlinkSync("MEMORY.md", index())],
    ["a folder", /is not a file/, () => mkdirSync(index())],
    ["a pipe", /is not a file/, () => void execFileSync("mkfifo", [index()])],
  ];

  it.each(clones)(
    "%s: its shared memory is not used, said once, and never trusted",
    async (_name, why, make) => {
      make();
      const { shared, sharedProblem, notices } = await scratch.open("app");
      expect({ shared, notices }).toEqual({ shared: null, notices: [sharedProblem] });
      expect(sharedProblem).toMatch(why);
      const trusting = assertUsableShared({ folder: shared, problem: sharedProblem });
      await expect(trusting).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(why) });
    },
  );
});

describe("a shared memory that can be used", () => {
  it("has no index yet, a plain one, or one linked to within it", async () => {
    const folder = scratch.path("app/.agent");
    expect(await scratch.open("app")).toMatchObject({ shared: folder, sharedProblem: null, notices: [] });
    scratch.write("app/.agent/notes/real.md", "# Ours\n");
    symlinkSync("../notes/real.md", index());
    expect(await scratch.open("app")).toMatchObject({ shared: folder, sharedProblem: null });
    await expect(assertUsableShared({ folder, problem: null })).resolves.toBeUndefined();
    await expect(assertUsableShared({ folder: null, problem: null })).resolves.toBeUndefined();
  });

  // The system lets root write anywhere.
  it.skipIf(process.getuid?.() === 0)("must be readable, and writable to be trusted", async () => {
    const memory = scratch.path("app/.agent/memory");
    chmodSync(memory, 0o500);
    const { shared, sharedProblem: problem } = await scratch.open("app");
    await expect(assertUsableShared({ folder: shared, problem })).rejects.toMatchObject({ code: "io" });
    chmodSync(memory, 0o300);
    expect((await scratch.open("app")).sharedProblem).toMatch(/cannot be read/);
    chmodSync(memory, 0o700);
  });
});

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, saving, snapshot } from "./support/world.ts";
import type { World } from "./support/world.ts";

let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.remove());

const memoryFolder = () => join(world.agent, "memory");

async function ok(...given: string[]): Promise<void> {
  const result = await world.daybook(given);
  expect(result).toMatchObject({ code: 0 });
}

async function saveUpdateRemoveUndo(): Promise<void> {
  const before = await snapshot(memoryFolder());
  await ok(...saving("commit message 前缀", { body: "第一行以 feat: 开头。\n" }));
  const saved = await snapshot(memoryFolder());
  await ok("edit", "commit-message-071596ac", "--description", "写 commit message 时", "--body", "改了。");
  const updated = await snapshot(memoryFolder());
  await ok("rm", "user/commit-message-071596ac");
  await ok("undo");
  expect(await snapshot(memoryFolder())).toEqual(updated);
  await ok("undo");
  expect(await snapshot(memoryFolder())).toEqual(saved);
  await ok("undo");
  expect(await snapshot(memoryFolder())).toEqual(before);
}

describe("undo", () => {
  it("walks back over delete, update and create to the very bytes, to no index where there was none", async () => {
    await saveUpdateRemoveUndo();
    expect(await snapshot(memoryFolder())).toEqual({});
  });

  it("keeps every byte of an index that a person wrote", async () => {
    await mkdir(memoryFolder(), { recursive: true });
    const index =
      "\uFEFF# Mine\r\n\r\nProse, and a table:\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n\r\n- [old](old.md) - kept\r\nno end";
    await writeFile(join(memoryFolder(), "MEMORY.md"), index);
    await writeFile(join(memoryFolder(), "old.md"), "an old note\n");
    await saveUpdateRemoveUndo();
    expect(Object.keys(await snapshot(memoryFolder()))).toEqual(["MEMORY.md", "old.md"]);
  });

  it("says so when there is nothing left to take back", async () => {
    await ok(...saving("one"));
    await ok("undo");
    const result = await world.daybook(["undo"]);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^daybook: .+\n$/);
    const forPrograms = await world.daybook(["undo", "--json"]);
    expect(forPrograms).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(forPrograms.stderr)).toEqual({
      error: { code: "not-found", message: "There is nothing to undo." },
    });
  });

  it("leaves alone what a person edited since", async () => {
    await ok(...saving("one"));
    const file = join(memoryFolder(), "one.md");
    await writeFile(file, "mine now\n");
    const result = await world.daybook(["undo"]);
    expect(result.code).toBe(1);
    const forPrograms = await world.daybook(["undo", "--json"]);
    expect(forPrograms).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(forPrograms.stderr)).toMatchObject({ error: { code: "conflict" } });
    expect((await snapshot(memoryFolder()))["one.md"]).toBe("mine now\n");
    await rm(file);
  });
});

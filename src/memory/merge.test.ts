import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergeMemories, type MergeInput } from "./merge.ts";
import { openFolderStore, type FolderStore } from "./testing/folder-store.ts";

let opened: FolderStore;
beforeEach(async () => void (opened = await openFolderStore()));
afterEach(() => opened.close());

const merged = {
  name: "pnpm",
  description: "package manager",
  type: "feedback" as const,
  body: "Use pnpm.\n",
};

async function keep(name: string, body: string): Promise<{ id: string; version: string }> {
  const { id } = await opened.store.save({ name, description: name, type: "feedback", body, source: "user" });
  const { version } = await opened.store.read(id);
  return { id, version };
}

async function three(): Promise<Pick<MergeInput, "kept" | "gone">> {
  const kept = await keep("one", "Use pnpm.");
  return { kept, gone: [await keep("two", "pnpm, not npm."), await keep("three", "Always pnpm.")] };
}

const run = (input: Pick<MergeInput, "kept" | "gone"> & Partial<MergeInput>) =>
  mergeMemories(opened.options, { ...merged, source: "user", ...input });

describe("mergeMemories", () => {
  it("leaves one memory and one line, and one undo brings all back byte for byte", async () => {
    const memories = await three();
    const before = await opened.snapshot();
    await expect(run(memories)).resolves.toMatchObject({ id: "user/one", action: "updated" });
    expect((await opened.store.list()).memories.map(({ id, name }) => [id, name])).toEqual([
      ["user/one", "pnpm"],
    ]);
    expect((await opened.snapshot())["home/memory/MEMORY.md"]).toBe("- [pnpm](one.md) — package manager\n");
    expect((await opened.store.log())[0]).toMatchObject({ op: "update", slug: "one", by: "user" });
    await opened.store.undo({ source: "user" });
    expect(await opened.snapshot()).toEqual(before);
  });

  it("changes nothing when one of them was changed since", async () => {
    const memories = await three();
    await opened.again().save({ slug: "two", body: "pnpm 9, not npm.", source: "agent" });
    const before = await opened.snapshot();
    await expect(run(memories)).rejects.toMatchObject({ code: "conflict", data: { id: "user/two" } });
    await opened.store.remove("user/two", { source: "user" });
    await expect(run(memories)).rejects.toMatchObject({ code: "not-found" });
    expect(before["home/memory/two.md"]).toContain("pnpm 9");
    expect((await opened.store.read("user/one")).body).toBe("Use pnpm.\n");
  });

  it("is made once under one key", async () => {
    const once = { key: "inbox/x", since: new Date("2026-01-01") };
    const memories = await three();
    await run({ ...memories, once });
    await expect(run({ ...memories, once })).resolves.toMatchObject({ already: true, id: "user/one" });
    expect(await opened.store.log()).toHaveLength(4);
  });

  it("refuses two scopes, and bare slugs", async () => {
    const { kept } = await three();
    const foreign = { id: "project/x", version: "1" };
    await expect(run({ kept, gone: [foreign] })).rejects.toMatchObject({ code: "invalid" });
    await expect(run({ kept: { id: "one", version: "1" }, gone: [] })).rejects.toMatchObject({
      code: "invalid",
    });
  });

  it("deletes only the version that its caller saw", async () => {
    const { id, version } = await keep("one", "first");
    await opened.store.save({ slug: "one", body: "second", source: "agent" });
    await expect(opened.store.remove(id, { source: "extracted", version })).rejects.toMatchObject({
      code: "conflict",
    });
    const now = await opened.store.read(id);
    await opened.store.remove(id, { source: "extracted", version: now.version });
    expect((await opened.store.list()).memories).toEqual([]);
  });
});

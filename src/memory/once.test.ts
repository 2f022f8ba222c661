import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFolderStore, type FolderStore } from "./testing/folder-store.ts";

const memory = {
  name: "commit prefix",
  description: "when writing a commit message",
  type: "feedback",
  body: "Begin with feat:.",
  source: "extracted" as const,
  session: "20310301-080000-00ab",
};
const once = { key: "20310301-080000-00ab/7/0", since: new Date("2026-01-01T00:00:00Z") };

let opened: FolderStore;
beforeEach(async () => void (opened = await openFolderStore()));
afterEach(() => opened.close());

describe("a change that is made once", () => {
  it("is made by the first call alone, also of another process and when many come together", async () => {
    const { store } = opened;
    const saves = await Promise.all(
      [store, opened.again(), store].map((each) => each.save({ ...memory, once })),
    );
    expect(saves.filter(({ already }) => already !== true)).toHaveLength(1);
    expect(new Set(saves.map(({ id }) => id))).toEqual(new Set(["user/commit-prefix"]));
    expect(await store.log()).toHaveLength(1);
  });

  it("is not made again when it was undone or changed since", async () => {
    const { store } = opened;
    await store.save({ ...memory, once });
    await store.undo({ source: "user" });
    expect(await store.save({ ...memory, once })).toMatchObject({ already: true });
    expect((await store.list()).memories).toEqual([]);
  });

  it("is told from others by its key", async () => {
    const { store } = opened;
    await store.save({ ...memory, once });
    const other = await store.save({ ...memory, name: "other", once: { ...once, key: "x/7/1" } });
    expect(other.already).toBeUndefined();
  });

  it("may be a deletion: of what is gone by it, nothing is missing", async () => {
    const { store } = opened;
    await store.save(memory);
    const by = { source: "extracted" as const, once };
    expect((await store.remove("user/commit-prefix", by)).already).toBeUndefined();
    expect(await store.remove("user/commit-prefix", by)).toMatchObject({
      already: true,
      slug: "commit-prefix",
    });
    const another = { ...by, once: { ...once, key: "x/7/1" } };
    await expect(store.remove("user/commit-prefix", another)).rejects.toMatchObject({ code: "not-found" });
  });

  it("does not become an update where it is to be new", async () => {
    const { store } = opened;
    await store.save({ ...memory, source: "user" });
    await expect(store.save({ ...memory, body: "Other.", isNew: true })).rejects.toMatchObject({
      code: "conflict",
      data: { id: "user/commit-prefix" },
    });
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logOf, old, openOldAndRecent } from "./list.fixture.ts";

describe("pins and titles", () => {
  it("hold where the log is busy, and stand in it where it is not", async () => {
    const records: object[] = [];
    let isBusy = true;
    const { keeper, ids } = openOldAndRecent({
      append: async (id, record) => {
        if (!isBusy) records.push({ id, record });
        return !isBusy;
      },
    });
    await keeper.pin(old, true);
    expect(await keeper.setTitle(old, "  the\nshop ")).toBe("the shop");
    expect((await keeper.list()).at(-1)).toMatchObject({ id: old, pinned: true, title: "the shop" });
    expect(records).toEqual([]);
    isBusy = false;
    await keeper.pin(old, false);
    expect(records).toEqual([{ id: old, record: { type: "mark", pinned: false } }]);
    expect((await keeper.list()).at(-1)).toMatchObject({ pinned: false, title: "the shop" });
    expect(await ids()).toHaveLength(2);
  });

  it("a pin brings a session back from the trash first; unpinning does not", async () => {
    const { keeper, kept, later } = openOldAndRecent();
    await keeper.tidyAtStart();
    await expect(keeper.pin(old, false)).rejects.toThrow("is in the trash");
    expect(await keeper.pin("a1b2", true)).toEqual({ id: old, restored: true });
    expect(await keeper.pin(old, true)).toEqual({ id: old, restored: false });
    later(100);
    await keeper.tidyAtStart();
    expect(kept()).toEqual([`${old}.jsonl`]);
    await expect(keeper.pin("x", true)).rejects.toMatchObject({ code: "not-found" });
  });

  it("the later of log and marks counts", async () => {
    const { keeper, put, clock } = openOldAndRecent();
    await keeper.setTitle(old, "named first");
    const ts = new Date(clock.now.getTime() + 1_000).toISOString();
    const more = [
      { type: "title", ts, title: "named later" },
      { type: "mark", pinned: true },
    ];
    put(old, logOf({ id: old, at: "2031-03-01T08:00:00.000Z", more }));
    expect((await keeper.list()).at(-1)).toMatchObject({ title: "named later", pinned: true });
    await keeper.pin(old, false);
    expect((await keeper.list()).at(-1)?.pinned).toBe(false);
  });

  it("a title with a secret is refused, and so is a blank one; a long one is cut", async () => {
    const { keeper, project } = openOldAndRecent();
    await expect(keeper.setTitle(old, "my TOKEN")).rejects.toMatchObject({ code: "secret" });
    await expect(keeper.setTitle(old, " \u200b\n")).rejects.toMatchObject({ code: "invalid" });
    expect(existsSync(join(project, "session-marks.json"))).toBe(false);
    expect([...(await keeper.setTitle(old, "长".repeat(500)))]).toHaveLength(120);
  });
});

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { old, openOldAndRecent, recent } from "./list.fixture.ts";

describe("restore", () => {
  it("brings a session back as it was, and the next starts leave it alone for the whole period", async () => {
    const { keeper, ids, kept, later } = openOldAndRecent();
    await keeper.tidyAtStart();
    expect((await keeper.listTrash()).map(({ id }) => id)).toEqual([old]);
    await expect(keeper.find("20310301")).rejects.toThrow(/is in the trash/);
    expect(await keeper.restore("20310301")).toBe(old);
    expect(await keeper.tidyAtStart()).toEqual([]);
    expect(await ids()).toEqual([recent, old]);
    later(29);
    await keeper.tidyAtStart();
    expect(kept()).toEqual([`${old}.jsonl`]);
    later(2);
    expect((await keeper.prune()).moved.map(({ session }) => session.id)).toEqual([old]);
    later(20);
    // What was put there anew is not taken for what lay there before.
    expect((await keeper.prune()).deleted.map(({ id }) => id)).not.toContain(old);
  });

  it("says what is there, and overwrites nothing", async () => {
    const { keeper, put, path } = openOldAndRecent();
    await expect(keeper.restore("x")).rejects.toThrow("The trash of this project holds no session.");
    await expect(keeper.restore("c3d4")).rejects.toThrow(
      `The session ${recent} is not in the trash. daybook -r ${recent} goes on with it.`,
    );
    await keeper.tidyAtStart();
    await expect(keeper.restore("x")).rejects.toMatchObject({
      code: "not-found",
      message:
        'There is no session "x" in the trash of this project. daybook sessions restore lists what is there.',
    });
    await expect(keeper.restore(recent)).rejects.toThrow("is not in the trash");
    put(old, "new");
    await expect(keeper.restore(old)).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(path(old), "utf8")).toBe("new");
    expect(existsSync(path(old, "trash"))).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { logOf, old, openOldAndRecent, recent } from "./list.fixture.ts";

describe("retention that is held back", () => {
  it("keeps all while the clock stands before what was written", async () => {
    const { keeper, kept, trashed, put, later } = openOldAndRecent();
    await keeper.tidyAtStart();
    later(-10 * 365);
    expect(await keeper.tidyAtStart()).toEqual([]);
    const seen = "2031-05-01T00:00:00.000Z";
    const held = { kind: "clock-behind", seen };
    expect(await keeper.prune()).toMatchObject({ moved: [], deleted: [], waiting: [], held });
    put(old, logOf({ id: old, at: "2011-01-01T00:00:00.000Z" }));
    expect(await keeper.prune({ dryRun: true })).toMatchObject({
      moved: [],
      waiting: [{ session: { id: old } }],
    });
    expect(await keeper.tidyAtStart()).toEqual([
      expect.stringMatching(/^The clock stands before 2031-05-01 00:00, .*trash\/state\.json/),
    ]);
    expect(await keeper.tidyAtStart()).toEqual([]);
    expect([kept().length, trashed().length]).toEqual([2, 1]);
  });

  it("keeps all while a session is dated after now, and says once which one", async () => {
    const { keeper, kept, trashed, put, later } = openOldAndRecent();
    const tomorrow = "20310301-090000-ffff";
    put(tomorrow, logOf({ id: tomorrow, at: "2050-01-01T00:00:00.000Z" }));
    expect(await keeper.prune({ dryRun: true })).toMatchObject({
      moved: [],
      waiting: [{ session: { id: old } }],
      held: { kind: "future-session", ids: [tomorrow] },
    });
    // A program that prunes does not take the word from the person.
    await keeper.prune();
    expect(await keeper.tidyAtStart()).toEqual([
      expect.stringMatching(
        new RegExp(`^The session ${tomorrow} is dated after now.*move ${tomorrow}\\.jsonl`),
      ),
    ]);
    later(60);
    expect(await keeper.tidyAtStart()).toEqual([]);
    expect(await keeper.prune()).toMatchObject({ moved: [], held: { kind: "future-session" } });
    const second = "20500101-000000-eeee";
    put(second, "");
    expect(await keeper.tidyAtStart()).toEqual([expect.stringContaining(`${tomorrow}, ${second} are dated`)]);
    expect([kept().length, trashed().length]).toEqual([4, 0]);
  });

  it("only announces when the clock jumped, and acts on a later day", async () => {
    const { keeper, kept, trashed, later } = openOldAndRecent();
    await keeper.tidyAtStart();
    later(400);
    expect(await keeper.tidyAtStart()).toEqual([
      expect.stringMatching(/^The clock went on by months .*1 session was/),
    ]);
    expect(await keeper.prune()).toMatchObject({
      moved: [],
      waiting: [{ session: { id: recent } }],
      held: { kind: "clock-ahead" },
    });
    expect([kept().length, trashed().length]).toEqual([1, 1]);
    later(1);
    expect(await keeper.tidyAtStart()).toHaveLength(2);
    expect([kept().length, trashed()]).toEqual([0, [`${recent}.jsonl`]]);
  });
});

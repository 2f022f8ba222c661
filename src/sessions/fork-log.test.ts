import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "../storage/index.ts";
import { createSessionKeeper } from "./session-keeper.ts";
import { createSessionStore } from "./session-store.ts";

describe("a copy of a session", () => {
  it("is called as the person calls the session, but is not pinned with it", async () => {
    let time = Date.parse("2031-03-01T08:00:00Z");
    const storage = createMemoryStorage();
    const now = () => new Date((time += 1_000));
    const store = createSessionStore({ storage, project: "p", now });
    const keeper = createSessionKeeper({
      storage,
      gate: { check: async () => [] },
      now,
      periods: { days: 30, trashDays: 30 },
      cacheFolder: null,
      settingsFile: "daybook.json",
      append: (id, record) => store.appendTo(id, record),
    });
    const log = store.create("/");
    await log.append({ type: "user", content: [{ type: "text", text: "first words" }], from: ["person"] });
    await log.append({ type: "title", title: "early name" });
    await keeper.setTitle(log.id, "late name");
    await keeper.pin(log.id, true);
    const { log: copy } = await store.fork(log.id, { cwd: "/" });
    await copy.close();
    const listed = (await keeper.list()).find(({ id }) => id === copy.id);
    expect(listed).toMatchObject({ title: "late name", pinned: false });
    await log.append({ type: "title", title: "last name" });
    const { log: again } = await store.fork(log.id, { cwd: "/" });
    await again.close();
    await log.close();
    expect((await keeper.list()).find(({ id }) => id === again.id)?.title).toBe("last name");
    expect((await store.read(again.id)).report).toEqual({});
  });
});

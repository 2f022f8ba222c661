import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logOf, old, openOldAndRecent, recent } from "./list.fixture.ts";

describe("retention", () => {
  it("puts what rested too long into the trash, says how many, how old and how to keep them, and only once", async () => {
    const { keeper, kept, trashed, path } = openOldAndRecent();
    const text = readFileSync(path(old), "utf8");
    const [notice, ...others] = await keeper.tidyAtStart();
    expect(others).toEqual([]);
    expect(notice).toMatch(
      /^1 session was not used for more than 30 days \(since 2031-03-01\) and is now in the trash/,
    );
    for (const word of [
      `restore ${old}`,
      `sessions pin ${old}`,
      '"retentionDays" in ~/.agent/daybook.json',
    ]) {
      expect(notice).toContain(word);
    }
    expect([kept(), trashed()]).toEqual([[`${recent}.jsonl`], [`${old}.jsonl`]]);
    expect(readFileSync(path(old, "trash"), "utf8")).toBe(text);
    expect(await keeper.tidyAtStart()).toEqual([]);
  });

  it("deletes 30 days later, says so, and forgets what it knew of it", async () => {
    const { keeper, trashed, later, project } = openOldAndRecent();
    await keeper.setTitle(old, "a title");
    await keeper.tidyAtStart();
    later(30);
    expect(await keeper.tidyAtStart()).toEqual([expect.stringContaining("1 session was not used")]);
    expect(trashed()).toEqual([`${old}.jsonl`, `${recent}.jsonl`]);
    later(1);
    expect(await keeper.tidyAtStart()).toEqual([
      expect.stringMatching(/^1 session .* more than 30 days is deleted/),
    ]);
    expect(trashed()).toEqual([`${recent}.jsonl`]);
    expect(existsSync(join(project, "session-marks.json"))).toBe(false);
  });

  it("deletes nothing that was not announced on an earlier day", async () => {
    const { open, keeper, trashed, later } = openOldAndRecent({ periods: { days: 30, trashDays: 0 } });
    await keeper.tidyAtStart();
    later(0.9);
    expect(await open().keeper.tidyAtStart()).toEqual([]);
    expect(trashed()).toHaveLength(1);
    later(0.1);
    await open().keeper.tidyAtStart();
    expect(trashed()).toHaveLength(0);
  });

  it("keeps all with a period of 0, also what is in the trash", async () => {
    const { open, keeper, kept, trashed, later } = openOldAndRecent();
    const off = open({ periods: { days: 0, trashDays: 30 } }).keeper;
    expect(await off.tidyAtStart()).toEqual([]);
    expect(kept()).toHaveLength(2);
    await keeper.tidyAtStart();
    later(100);
    await off.tidyAtStart();
    expect(await off.prune()).toMatchObject({ moved: [], found: [], deleted: [], waiting: [], held: null });
    expect(trashed()).toEqual([`${old}.jsonl`]);
  });

  it("only tells in a dry run", async () => {
    const { keeper, kept, project } = openOldAndRecent();
    const { moved, held } = await keeper.prune({ dryRun: true });
    expect(moved.map(({ session, since }) => [session.id, since])).toEqual([
      [old, "2031-03-01T08:00:00.000Z"],
    ]);
    expect(held).toBe(null);
    expect(kept()).toHaveLength(2);
    expect(existsSync(join(project, "trash"))).toBe(false);
  });

  it("never takes a pinned session, however far back in a long log the mark stands", async () => {
    const { keeper, kept, put, open, project } = openOldAndRecent();
    await keeper.pin(old, true);
    const marked = "20310201-080000-eeee";
    const filler = {
      type: "tool_result",
      ts: "2031-02-01T08:00:00.000Z",
      content: [{ type: "text", text: "x".repeat(9_000) }],
    };
    const more = [
      { type: "mark", ts: "2031-02-01T08:00:00.000Z", pinned: true },
      ...Array.from({ length: 20 }, () => filler),
    ];
    put(marked, logOf({ id: marked, at: "2031-02-01T08:00:00.000Z", more }));
    expect((await keeper.list()).find(({ id }) => id === marked)?.pinned).toBe(false);
    expect((await keeper.prune()).moved).toEqual([]);
    expect(kept()).toHaveLength(3);
    expect((await open().keeper.list()).find(({ id }) => id === marked)?.pinned).toBe(true);
    await keeper.pin(old, false);
    writeFileSync(join(project, "cache", "sessions.json"), "");
    expect((await keeper.prune()).moved.map(({ session }) => session.id)).toEqual([old]);
  });

  it("never takes a session that a process has open, and takes it when that is gone", async () => {
    const { keeper, kept, storage } = openOldAndRecent();
    const lease = await storage.openLog(`project/sessions/${old}.jsonl`);
    if (lease.busy) throw new Error("busy");
    expect(await keeper.tidyAtStart()).toEqual([]);
    expect(kept()).toHaveLength(2);
    await lease.log.close();
    expect((await keeper.prune()).moved).toHaveLength(1);
  });

  it("keeps a session to which something was said since it was looked at", async () => {
    const { open, kept, put, storage } = openOldAndRecent();
    const said = JSON.stringify({
      type: "user",
      n: 4,
      ts: "2031-05-01T00:00:00.000Z",
      content: [],
      from: [],
    });
    const meanwhile: typeof storage = {
      ...storage,
      moveLog: async (from, to, expected) => {
        put(old, `${logOf({ id: old, at: "2031-03-01T08:00:00.000Z" })}${said}\n`);
        return storage.moveLog(from, to, expected);
      },
    };
    expect((await open({ storage: meanwhile }).keeper.prune()).moved).toEqual([]);
    expect(kept()).toHaveLength(2);
  });

  it.each([1e9, Number.MAX_SAFE_INTEGER])("takes a period of %d days as it is meant", async (days) => {
    const { open, keeper, kept, trashed, later } = openOldAndRecent();
    const patient = open({ periods: { days, trashDays: days } }).keeper;
    expect(await patient.tidyAtStart()).toEqual([]);
    expect(kept()).toHaveLength(2);
    await keeper.tidyAtStart();
    later(100);
    expect(await patient.prune()).toMatchObject({ moved: [], deleted: [] });
    expect(trashed()).toHaveLength(1);
  });

  it("never touches what is not its own: unknown files, links, and what others put into the trash", async () => {
    const { keeper, kept, trashed, put, path, project, later } = openOldAndRecent();
    put("notes.txt", "not ours", "2020-01-01T00:00:00Z");
    put("old.jsonl", logOf({ id: old, at: "2020-01-01T00:00:00.000Z" }), "2020-01-01T00:00:00Z");
    writeFileSync(join(project, "precious"), logOf({ id: old, at: "2020-01-01T00:00:00.000Z" }));
    symlinkSync(join(project, "precious"), path("20200101-000000-aaaa"));
    mkdirSync(join(project, "trash"));
    writeFileSync(path("20200101-000000-bbbb", "trash"), "somebody put me here");
    await keeper.tidyAtStart();
    later(31);
    await keeper.tidyAtStart();
    later(31);
    await keeper.tidyAtStart();
    expect(kept()).toEqual(["20200101-000000-aaaa.jsonl", "notes.txt", "old.jsonl"]);
    expect(trashed()).toEqual(["20200101-000000-bbbb.jsonl"]);
    expect(existsSync(join(project, "precious"))).toBe(true);
  });

  it.skipIf(process.getuid?.() === 0)("keeps a file that cannot be opened", async () => {
    const { keeper, kept, path } = openOldAndRecent();
    chmodSync(path(old), 0);
    expect((await keeper.list()).map(({ lastActive }) => lastActive)).toEqual([
      "2031-04-28T08:00:00.000Z",
      null,
    ]);
    expect(await keeper.tidyAtStart()).toEqual([]);
    expect(kept()).toHaveLength(2);
  });

  it("keeps all where it cannot be known what is pinned or what was put away", async () => {
    const { keeper, kept, project } = openOldAndRecent();
    writeFileSync(join(project, "session-marks.json"), '{"20310301');
    expect(await keeper.tidyAtStart()).toEqual([
      expect.stringMatching(/^Old sessions were left where they are\. .*session-marks\.json cannot be read/),
    ]);
    await expect(keeper.pin(old, true)).rejects.toMatchObject({ code: "unreadable" });
    expect(readFileSync(join(project, "session-marks.json"), "utf8")).toBe('{"20310301');
    writeFileSync(join(project, "session-marks.json"), "{}");
    mkdirSync(join(project, "trash"));
    writeFileSync(join(project, "trash", "state.json"), "[]");
    expect(await keeper.tidyAtStart()).toEqual([expect.stringContaining("state.json cannot be read")]);
    expect(kept()).toHaveLength(2);
  });

  it("a damaged end is judged by the date of the file too, so that nothing recent goes", async () => {
    const { keeper, put, kept } = openOldAndRecent();
    const torn = `${logOf({ id: old, at: "2031-03-01T08:00:00.000Z" })}{"type":"user","n":4,"ts":"2031-04-2`;
    put(old, torn, "2031-04-29T00:00:00Z");
    expect((await keeper.prune()).moved).toEqual([]);
    put(old, torn, "2031-03-02T00:00:00Z");
    expect((await keeper.prune()).moved).toHaveLength(1);
    expect(kept()).toHaveLength(1);
  });

  it("announces what a process put away that was killed before it could say so", async () => {
    const { keeper, open, storage, project, later } = openOldAndRecent();
    let changes = 0;
    const killed: typeof storage = {
      ...storage,
      change: async (scopes, work) => {
        changes += 1;
        if (changes > 1) throw new Error("killed");
        return storage.change(scopes, work);
      },
    };
    await expect(open({ storage: killed }).keeper.prune()).rejects.toThrow("killed");
    expect(readFileSync(join(project, "trash", "state.json"), "utf8")).toContain('"announced": null');
    // That process may be about to say so itself.
    expect(await keeper.tidyAtStart()).toEqual([]);
    later(31);
    const notices = await keeper.tidyAtStart();
    expect(notices.join("\n")).toContain("1 session was put into the trash and not announced yet");
    expect(notices.join("\n")).not.toContain("deleted.");
    later(1);
    expect((await keeper.prune()).deleted.map(({ id }) => id)).toEqual([old]);
  });

  it("two processes at once put each session away once", async () => {
    const { open, trashed, put } = openOldAndRecent();
    for (let minute = 10; minute < 30; minute += 1) {
      const id = `20310301-08${minute}00-a1b2`;
      put(id, logOf({ id, at: "2031-03-01T09:00:00.000Z" }));
    }
    const outcomes = await Promise.all([open().keeper.prune(), open().keeper.prune(), open().keeper.prune()]);
    const moved = outcomes.flatMap((outcome) => outcome.moved.map(({ session }) => session.id));
    expect(moved.toSorted()).toEqual([...new Set(moved)].toSorted());
    expect(trashed()).toHaveLength(21);
    expect(outcomes.flatMap(({ found }) => found)).toEqual([]);
    expect(await open().keeper.prune()).toMatchObject({ moved: [], found: [], deleted: [] });
  });

  it("CLN-01: only a session whose last valid message is old goes, whatever the dates of the files say", async () => {
    const { keeper, put, kept, trashed } = openKeepingEmpty();
    const line = (ts: string, text: string) =>
      `${JSON.stringify({ type: "user", n: 1, ts, content: [{ type: "text", text }], from: ["person"] })}\n`;
    put("20310301-070000-0001", line("2031-04-28T08:00:00.000Z", "recent"), "2031-02-01T00:00:00Z");
    put("20310301-070000-0002", line("2031-03-01T08:00:00.000Z", "old"), "2031-03-01T08:00:00Z");
    put("20310301-070000-0003", '{"type":"user","timest', "2031-04-30T00:00:00Z");
    await keeper.tidyAtStart();
    expect(kept()).toEqual(["20310301-070000-0001.jsonl", "20310301-070000-0003.jsonl"]);
    expect(trashed()).toEqual(["20310301-070000-0002.jsonl"]);
  });

  it("CLN-03: twelve old sessions go with a word, the memory and unknown files stay, and the list has no dead entries", async () => {
    const { keeper, put, project, ids, trashed } = openKeepingEmpty();
    for (let index = 0; index < 12; index += 1) {
      const id = `20310101-08${10 + index}00-a1b2`;
      put(id, logOf({ id, at: "2031-01-01T09:00:00.000Z", prompt: `old ${index}` }), "2031-01-01T08:00:00Z");
    }
    mkdirSync(join(project, "memory"));
    writeFileSync(join(project, "memory", "MEMORY.md"), "- [A](a.md) — first\n");
    writeFileSync(join(project, "notes.txt"), "not ours\n");
    await keeper.list();
    const [notice] = await keeper.tidyAtStart();
    expect(notice).toMatch(
      /^12 sessions were not used for more than 30 days \(since 2031-01-01\).*retentionDays/,
    );
    expect(await ids()).toEqual([]);
    expect(trashed()).toHaveLength(12);
    expect(readFileSync(join(project, "memory", "MEMORY.md"), "utf8")).toBe("- [A](a.md) — first\n");
    expect(readFileSync(join(project, "notes.txt"), "utf8")).toBe("not ours\n");
  });
});

function openKeepingEmpty() {
  const keeping = openOldAndRecent();
  for (const id of [old, recent]) unlinkSync(keeping.path(id));
  return keeping;
}

import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { createFaultyFiles, nodeFiles } from "../../src/storage/index.ts";
import type { SessionRecord } from "../../src/sessions/index.ts";
import {
  call,
  createSessionHome,
  linesOf,
  record,
  resumed,
  said,
  sessionId,
  start,
  text,
  whole,
  type SessionHome,
} from "./session-home.ts";

const user = (words: string): SessionRecord => ({ type: "user", content: [text(words)], from: ["person"] });
const talk = linesOf([record.context(), record.user("question"), record.assistant("answer")]);
const wish = { cwd: "/srv/shop" };
const parsed = (log: string) =>
  log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("a new session", () => {
  it("leaves nothing on the disk before its first record, then a header and the record, private", async () => {
    const home = await createSessionHome();
    const log = home.store.create("/srv/shop");
    expect([await home.ids(), log.isStarted]).toEqual([[], false]);
    expect(await Promise.all([log.append(user("a")), log.append(user("b"))])).toEqual([1, 2]);
    expect(await home.ids()).toEqual([log.id]);
    expect(log.id).toMatch(/^20310301-090000-[0-9a-f]{4}$/);
    expect(parsed(await home.log(log.id))).toMatchObject([
      { type: "session", n: 0, v: 1, id: log.id, project: "shop-0123456789ab", cwd: "/srv/shop" },
      { type: "user", n: 1, ts: "2031-03-01T09:00:00.000Z", content: [text("a")], from: ["person"] },
      { type: "user", n: 2 },
    ]);
    expect((await stat(join(home.folder, `${log.id}.jsonl`))).mode & 0o777).toBe(0o600);
    await log.close();
    await log.close();
    await expect(log.append(user("c"))).rejects.toMatchObject({ code: "internal" });
  });

  it("that is closed before a word was said leaves nothing", async () => {
    const home = await createSessionHome();
    await home.store.create("/srv/shop").close();
    expect(await home.ids()).toEqual([]);
  });

  it("never writes into a session of the same id", async () => {
    const home = await createSessionHome();
    const log = home.store.create("/srv/shop");
    const taken = log.id;
    await writeFile(join(home.folder, `${taken}.jsonl`), "precious\n");
    await log.append(user("a"));
    await log.close();
    expect(log.id).not.toBe(taken);
    expect(await home.log(taken)).toBe("precious\n");
    expect(parsed(await home.log(log.id))[0]).toMatchObject({ id: log.id });
  });

  it("stays whole on a full disk, and goes on when there is room again", async () => {
    let isFull = false;
    const files = createFaultyFiles(nodeFiles, (operation, path) =>
      isFull && path.endsWith(".jsonl") && operation === "write" ? { code: "ENOSPC" } : undefined,
    );
    const home = await createSessionHome({ files });
    const log = home.store.create("/srv/shop");
    isFull = true;
    await expect(log.append(user("lost"))).rejects.toMatchObject({ code: "no-space" });
    expect(await home.ids()).toEqual([]);
    isFull = false;
    expect(await log.append(user("a"))).toBe(1);
    isFull = true;
    await expect(log.append(user("lost"))).rejects.toMatchObject({ code: "no-space" });
    isFull = false;
    expect(await log.append(user("b"))).toBe(2);
    await log.close();
    const { report, messages } = await home.store.read(log.id);
    expect(report).toEqual({});
    expect(said(messages)).toEqual(["user: a | b"]);
  });

  it("leaves no half line when a write takes only some of the bytes", async () => {
    let writes = 0;
    const files = createFaultyFiles(nodeFiles, (operation, path) => {
      if (!path.endsWith(".jsonl") || operation !== "write") return undefined;
      writes += 1;
      return writes % 3 === 2 ? { code: "ENOSPC" } : { takes: 7 };
    });
    const home = await createSessionHome({ files });
    const log = home.store.create("/srv/shop");
    for (let tries = 0; tries < 5; tries += 1) await log.append(user("a")).catch(() => undefined);
    await log.close();
    for (const id of await home.ids()) expect(await home.log(id)).toMatch(/\n$/);
  });
});

describe("a resume", () => {
  it("of an undamaged log writes nothing and goes on with the next number", async () => {
    const home = await createSessionHome();
    await home.write(whole(talk));
    const { session, log, fork, repaired, gap } = await home.store.resume(sessionId, wish);
    expect([fork, repaired, gap]).toEqual([null, {}, { days: 0, isLong: false }]);
    expect(session).toMatchObject({
      id: sessionId,
      header: { cwd: "/srv/shop" },
      context: { system: ["Be brief."], model: "demo-model" },
      lastUsage: { n: 3, usage: { input: 10 } },
      lastMessageAt: new Date(start + 3000).toISOString(),
      last: 3,
    });
    expect(await home.log()).toBe(whole(talk));
    expect(await log.append(user("more"))).toBe(4);
    await log.close();
    expect((await home.log()).startsWith(whole(talk))).toBe(true);
  });

  it("of an empty file begins it", async () => {
    const home = await createSessionHome();
    await home.write("");
    const { log } = await home.store.resume(sessionId, wish);
    await log.append(user("a"));
    await log.close();
    expect(parsed(await home.log()).map(({ type, n }) => [type, n])).toEqual([
      ["session", 0],
      ["repair", 1],
      ["user", 2],
    ]);
    expect((await home.store.read(sessionId)).report).toEqual({});
  });

  it("fails for a session that is not there, and makes none", async () => {
    const home = await createSessionHome();
    await expect(home.store.resume(sessionId, wish)).rejects.toMatchObject({ code: "not-found" });
    await expect(home.store.read(sessionId)).rejects.toMatchObject({ code: "not-found" });
    await expect(home.store.fork(sessionId, wish)).rejects.toMatchObject({ code: "not-found" });
    await expect(home.store.read("../../secret")).rejects.toMatchObject({ code: "invalid" });
    expect(await home.ids()).toEqual([]);
  });

  it("tells of a gap only when it is long", async () => {
    const hours = async (count: number) => {
      const home = await createSessionHome({ now: () => new Date(start + 3000 + count * 3_600_000) });
      await home.write(whole(talk));
      return (await resumed(home)).gap;
    };
    expect(await hours(2)).toEqual({ days: 0, isLong: false });
    expect(await hours(24)).toEqual({ days: 1, isLong: false });
    expect(await hours(25)).toEqual({ days: 1, isLong: true });
    expect(await hours(72)).toEqual({ days: 3, isLong: true });
  });

  it("does not count a made-up result as a word of anybody", async () => {
    let now = new Date(start + 3_600_000);
    const home = await createSessionHome({ now: () => now });
    await home.write(whole(linesOf([record.user("go"), record.assistant([call("t1")])])));
    await resumed(home);
    now = new Date(start + 10 * 24 * 3_600_000 + 2000);
    expect((await resumed(home)).gap?.days).toBe(10);
  });

  it("goes on with a full history when it could not write, after the disk has room", async () => {
    let isFull = true;
    const files = createFaultyFiles(nodeFiles, (operation, path) =>
      isFull && path.endsWith(".jsonl") && operation === "datasync" ? { code: "ENOSPC" } : undefined,
    );
    const home = await createSessionHome({ files });
    const bytes = whole(linesOf([record.user("go"), record.assistant([call("t1")])]));
    await home.write(bytes);
    await expect(home.store.resume(sessionId, wish)).rejects.toMatchObject({ code: "no-space" });
    expect(await home.log()).toBe(bytes);
    isFull = false;
    expect((await resumed(home)).repaired).toEqual({ missingResults: 1 });
  });

  it("lets a record be added to a log that nobody writes", async () => {
    const home = await createSessionHome();
    await home.write(whole(talk));
    expect(await home.store.appendTo(sessionId, { type: "title", title: "Deploy" })).toBe(true);
    expect(parsed(await home.log()).at(-1)).toMatchObject({ type: "title", n: 4, title: "Deploy" });
    const { log } = await home.store.resume(sessionId, wish);
    expect(await home.store.appendTo(sessionId, { type: "mark", pinned: true })).toBe(false);
    await log.close();
  });
});

describe("a fork", () => {
  async function otherWriter(home: SessionHome) {
    await home.write(whole(talk));
    return home.store.resume(sessionId, wish);
  }

  it("is made when another holds the lease, says so, and leaves both logs whole", async () => {
    const home = await createSessionHome();
    const first = await otherWriter(home);
    const second = await home.store.resume(sessionId, wish);
    expect(second.fork).toMatchObject({
      from: sessionId,
      holder: expect.stringContaining("process") as string,
    });
    expect(second.said[0]).toMatch(
      /^\S+ is open in another process \(process \d+ on [^()]+\); you go on in a copy: 20310301-090000-\w{4}\.$/,
    );
    expect(second.log.id).not.toBe(sessionId);
    expect(second.session.id).toBe(second.log.id);
    await Promise.all([first.log.append(user("one")), second.log.append(user("two"))]);
    await Promise.all([first.log.close(), second.log.close()]);
    expect(said((await home.store.read(sessionId)).messages).at(-1)).toBe("user: one");
    const forked = await home.store.read(second.log.id);
    expect(said(forked.messages)).toEqual(["user: question", "assistant: answer", "user: two"]);
    expect(forked.header).toMatchObject({ id: second.log.id, forkedFrom: { id: sessionId, n: 3 } });
    expect(forked.report).toEqual({});
  });

  it("of a running turn has a result for the call that runs there", async () => {
    const home = await createSessionHome();
    const first = await otherWriter(home);
    await first.log.append(record.assistant([call("t1")]) as SessionRecord);
    await appendFile(home.path, '{"type":"tool_result","n":5,"ts":"2031-');
    const second = await home.store.fork(sessionId, wish);
    expect(second.fork).toEqual({ from: sessionId, holder: null });
    expect(second.repaired).toEqual({ missingResults: 1 });
    expect(said(second.session.messages).at(-1)).toContain("<t1: Interrupted");
    await first.log.close();
    await second.log.close();
  });

  it("copies compactions, titles and unknown records with their numbers, but no pin", async () => {
    const home = await createSessionHome();
    await home.write(
      whole(
        linesOf([
          record.user("old"),
          record.assistant("answer"),
          { type: "mark", pinned: true },
          { type: "future-kind", x: 1 },
          record.compaction(6),
          record.user("new"),
          { type: "title", title: "T" },
        ]),
      ),
    );
    const { log, session } = await home.store.fork(sessionId, wish);
    await log.close();
    const records = parsed(await home.log(log.id));
    expect(records.map(({ type, n }) => [type, n]).slice(1)).toEqual(
      parsed(await home.log())
        .map(({ type, n }) => [type, n])
        .slice(1),
    );
    expect(records[3]).toMatchObject({ type: "mark", pinned: false });
    expect(said(session.messages)).toEqual(["user: SUM-MARKER", "user: new"]);
  });

  it("of a damaged log holds what can be read, and says once what could not", async () => {
    const home = await createSessionHome();
    const [header = "", context = "", , answer = ""] = talk;
    await home.write(whole([header, context, "{oops", `${answer}\r`]));
    const { log, repaired } = await home.store.fork(sessionId, wish);
    await log.close();
    expect(repaired).toMatchObject({ badLines: 1 });
    const again = await home.store.resume(log.id, wish);
    expect(again.repaired).toEqual({});
    await again.log.close();
  });

  it("that the disk has no room for leaves nothing behind", async () => {
    let synced = 0;
    const files = createFaultyFiles(nodeFiles, (operation, path) =>
      operation === "datasync" && path.endsWith(".jsonl") && (synced += 1) > 1
        ? { code: "ENOSPC" }
        : undefined,
    );
    const home = await createSessionHome({ files });
    await home.write(whole(talk));
    await expect(home.store.fork(sessionId, wish)).rejects.toMatchObject({ code: "no-space" });
    expect(await home.ids()).toEqual([sessionId]);
    expect(await readFile(home.path, "utf8")).toBe(whole(talk));
  });
});

describe("a long log", () => {
  const filler = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      record.user(`question ${at} ${"x".repeat(2000)}`),
      record.assistant(`answer ${at}`),
    ]).flat();

  it("is read from its last usable compaction on, with the same result as read whole", async () => {
    const home = await createSessionHome();
    const old = filler(700);
    const kept = old.length + 2;
    const records = [
      record.context("old-model"),
      ...old,
      record.user("kept"),
      record.assistant("kept answer"),
      record.compaction(kept, { content: [text("front")], from: ["summary"] }),
      record.context(),
      record.user("new"),
      record.assistant("new answer"),
    ];
    await home.write(whole(linesOf(records)));
    const { session } = await resumed(home);
    expect(said(session.messages)).toEqual([
      "user: front",
      "user: kept",
      "assistant: kept answer",
      "user: new",
      "assistant: new answer",
    ]);
    expect(session.header).toMatchObject({ id: sessionId });
    expect(session.context?.model).toBe("demo-model");
    // The file begins with what is not read: a broken line there is nobody's loss.
    const broken = whole(linesOf(records)).replace('"question 0', "question 0");
    await home.write(broken);
    expect((await resumed(home)).session.report).toEqual({});
  });

  it("tells the line of a damage behind the compaction, and finds the context before it", async () => {
    const home = await createSessionHome();
    const records = [record.context(), ...filler(700), record.user("kept"), record.compaction(1402)];
    await home.write(`${whole(linesOf(records))}torn`);
    const outcome = await resumed(home);
    expect(outcome.session.damagedLines).toEqual([records.length + 2]);
    expect(outcome.session.context?.model).toBe("demo-model");
    expect(outcome.said[0]).toContain(`(line ${records.length + 2})`);
  });

  it("is read whole when the last compaction or what it keeps cannot be read", async () => {
    const home = await createSessionHome();
    const records = [...filler(700), record.user("kept"), record.compaction(1401), record.user("new")];
    const lines = linesOf(records);
    const withLine = (number: number, line: string) =>
      whole(lines.map((each, at) => (at === number ? line : each)));
    await home.write(withLine(1401, "{oops"));
    expect(said((await resumed(home)).session.messages)).toEqual(["user: SUM-MARKER", "user: new"]);
    await home.write(withLine(1402, "{oops"));
    expect((await resumed(home)).session.messages).toHaveLength(1402);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileStorage, createMemoryStorage } from "../storage/index.ts";
import { createEventLog, type EventLogOptions } from "./event-log.ts";
import type { LoggedEvent, RecallReceipt } from "./event.ts";

const now = () => new Date("2031-03-10T09:00:00Z");

function receipt(session: string): RecallReceipt {
  return {
    kind: "recall",
    session,
    mode: "auto",
    memories: 1,
    lexical: { candidates: [{ id: "project/db-port", score: 4.5, fields: { body: 4.5 } }], ms: 1 },
    side: { skipped: "local" },
    delivered: [],
    dropped: [{ id: "project/db-port", reason: "weak" }],
    bytes: 0,
    sessionBytes: 0,
    ms: 2,
  };
}

async function newestOf(storage: EventLogOptions["storage"]): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const event of createEventLog({ storage, now }).newest("recall")) events.push(event);
  return events;
}

describe("the event log", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "daybook-events-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const fileStorage = () =>
    createFileStorage({
      folders: { home: folder, project: join(folder, "projects", "p") },
      now,
      newId: () => "op",
    });

  it("gives back what was recorded, newest first, also from another process", async () => {
    const log = createEventLog({ storage: fileStorage(), now });
    await log.record(receipt("one"));
    await log.record(receipt("two"));
    expect(await newestOf(fileStorage())).toEqual([
      { ts: "2031-03-10T09:00:00.000Z", ...receipt("two") },
      { ts: "2031-03-10T09:00:00.000Z", ...receipt("one") },
    ]);
  });

  it("passes over torn lines and kinds of later versions", async () => {
    await mkdir(join(folder, "projects", "p"), { recursive: true });
    const lines = ['{"ts":"2040-01-01T00:00:00Z","kind":"later"}', "null", "[1]", '{"ts":1}', '{"ts":"20'];
    await writeFile(join(folder, "projects", "p", "events.jsonl"), lines.join("\n"));
    await createEventLog({ storage: fileStorage(), now }).record(receipt("one"));
    expect((await newestOf(fileStorage())).map(({ session }) => session)).toEqual(["one"]);
  });

  it("has nothing to tell where nothing was recorded", async () => {
    expect(await newestOf(createMemoryStorage())).toEqual([]);
  });

  it("goes on to what was set aside", async () => {
    const storage = createMemoryStorage();
    await storage.appendLine("project/events.jsonl", JSON.stringify({ ts: "t", ...receipt("old") }), {
      setAsideAt: 0,
    });
    await createEventLog({ storage, now }).record(receipt("new"));
    expect((await newestOf(storage)).map(({ session }) => session)).toEqual(["new", "old"]);
  });

  it("stays quiet where nothing can be written, and makes the project known before the first event", async () => {
    const storage = createMemoryStorage();
    let prepared = 0;
    const log = createEventLog({
      storage,
      now,
      prepare: async () => {
        prepared += 1;
        if (prepared === 1) throw new Error("the disk is full");
      },
    });
    await log.record(receipt("lost"));
    await log.record(receipt("kept"));
    await log.record(receipt("kept too"));
    expect(prepared).toBe(2);
    expect((await newestOf(storage)).map(({ session }) => session)).toEqual(["kept too", "kept"]);
  });
});

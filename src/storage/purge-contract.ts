import { revertChange } from "./journal.ts";
import { textOf } from "./log-contract.ts";
import type { HistoryRecord, Storage, StoragePath } from "./storage.ts";
import type { TestApi } from "./test-api.ts";

/** The part of the contract that is about taking texts out for good. */
export function purgeContract({ test, expect }: TestApi, open: () => Promise<Storage>): void {
  test("a purge takes records out of a history, in their places, and the others stay what they were", async () => {
    const storage = await open();
    expect(await storage.purgeHistory("user", { judge: () => "purge", isUnreadableGone: () => true })).toBe(
      0,
    );
    await write(storage, "a", "gone");
    await write(storage, "b", "stays");
    await write(storage, "a", null);
    await write(storage, "b", "stays too");
    const before = await recordsOf(storage);
    const purge = {
      judge: ({ entry }: HistoryRecord) => (entry?.slug === "a" ? ("purge" as const) : ("keep" as const)),
      isUnreadableGone: () => false,
    };
    expect(await storage.purgeHistory("user", purge)).toBe(2);
    expect(await storage.purgeHistory("user", purge)).toBe(0);
    const after = await recordsOf(storage);
    expect(after.map(({ id, ts }) => [id, ts])).toEqual(before.map(({ id, ts }) => [id, ts]));
    expect(after.map(({ entry, changes }) => [entry?.slug, changes.length])).toEqual([
      ["b", 1],
      [undefined, 0],
      ["b", 1],
      [undefined, 0],
    ]);
    expect(JSON.stringify(after).includes("gone")).toBe(false);
    expect(after[0]).toEqual(before[0]);
    await write(storage, "b", null);
    expect((await recordsOf(storage))[0]?.changes[0]).toMatchObject({ splice: { removed: "stays too" } });
  });

  test("a purge takes the texts of one file out of a record, which then cannot be reverted", async () => {
    const storage = await open();
    await storage.change(["user"], async (tx) => {
      tx.write("home/memory/a.md", "stays");
      tx.write("home/memory/MEMORY.md", "gone");
      tx.describe({ op: "create", scope: "user", slug: "a", by: "user" });
    });
    const withhold = new Set<StoragePath>(["home/memory/MEMORY.md"]);
    const purge = { judge: () => ({ withhold }), isUnreadableGone: () => false };
    expect(await storage.purgeHistory("user", purge)).toBe(1);
    expect(await storage.purgeHistory("user", purge)).toBe(0);
    const [record] = await recordsOf(storage);
    expect(record?.entry).toMatchObject({ op: "create", slug: "a" });
    const [memory, index] = record?.changes ?? [];
    expect(memory && revertChange(memory, "stays")).toEqual({ matches: true, text: null });
    expect(index && revertChange(index, "gone")).toEqual({ matches: false });
    expect(JSON.stringify(record).includes("gone")).toBe(false);
  });

  test("a purge takes the session out of a record, which can be reverted as before", async () => {
    const storage = await open();
    await storage.change(["user"], async (tx) => {
      tx.write("home/memory/a.md", "stays");
      tx.describe({
        op: "create",
        scope: "user",
        slug: "a",
        by: "extracted",
        session: "s-1",
        key: "s-1/2/0",
      });
    });
    const purge = {
      judge: () => ({ withhold: new Set<StoragePath>(), losesSession: true }),
      isUnreadableGone: () => false,
    };
    expect(await storage.purgeHistory("user", purge)).toBe(1);
    expect(await storage.purgeHistory("user", purge)).toBe(0);
    const [record] = await recordsOf(storage);
    expect(record?.entry).toEqual({ op: "create", scope: "user", slug: "a", by: "extracted" });
    const [memory] = record?.changes ?? [];
    expect(memory && revertChange(memory, "stays")).toEqual({ matches: true, text: null });
  });

  test("lines are blanked in place, and lines that are added stand behind them", async () => {
    const storage = await open();
    const path = "project/events.jsonl";
    expect(await storage.blankLines(path, isGone)).toBe(0);
    for (const line of ["one", "zwei 二", "three"]) await storage.appendLine(path, line, { setAsideAt: 800 });
    expect(await storage.blankLines(path, isGone)).toBe(1);
    expect(await storage.blankLines(path, isGone)).toBe(0);
    await storage.appendLine(path, "four", { setAsideAt: 800 });
    expect(await textOf(storage, path)).toBe("one\n        \nthree\nfour\n");
  });
}

async function write(storage: Storage, slug: string, text: string | null): Promise<void> {
  const path: StoragePath = `home/memory/${slug}.md`;
  await storage.change(["user"], async (tx) => {
    if (text === null) tx.remove(path);
    else tx.write(path, text);
    tx.describe({ op: text === null ? "delete" : "update", scope: "user", slug, by: "user" });
  });
}

async function recordsOf(storage: Storage): Promise<HistoryRecord[]> {
  const records: HistoryRecord[] = [];
  for await (const record of storage.history("user")) records.push(record);
  return records;
}

function isGone(line: string): boolean {
  return line.includes("二");
}

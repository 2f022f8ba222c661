import { revertChange } from "./journal.ts";
import { logContract, textOf } from "./log-contract.ts";
import { purgeContract } from "./purge-contract.ts";
import { stampWidth } from "./storage.ts";
import type { TestApi } from "./test-api.ts";
import type { FolderStamps, Storage, StoragePath } from "./storage.ts";

/**
 * What every `Storage` must do, as one suite that each adapter runs.
 * `open` gives an empty storage with the roots `home` and `project`.
 */
export function storageContract({ test, expect }: TestApi, open: () => Promise<Storage>): void {
  test("a missing file is not found, and a missing folder lists nothing", async () => {
    const storage = await open();
    expect(await storage.read("home/memory/a.md")).toEqual({ found: false });
    expect(await storage.list("home/memory")).toEqual([]);
    expect(await textOf(storage, "home/memory/a.md")).toBe("");
  });

  test("what a change wrote is read, listed, streamed and in the history", async () => {
    const storage = await open();
    const { value, id } = await storage.change(["user"], async (tx) => {
      tx.write("home/memory/b.md", "zwei 二\n");
      tx.write("home/memory/a.md", "one\r\n");
      tx.describe({ op: "create", scope: "user", slug: "b", by: "user" });
      return 42;
    });
    expect(value).toBe(42);
    expect(await storage.read("home/memory/b.md")).toMatchObject({
      found: true,
      text: "zwei 二\n",
      faithful: true,
    });
    expect(await storage.names("home/memory")).toEqual(
      (await storage.list("home/memory")).map(({ name }) => name),
    );
    expect((await storage.list("home/memory")).map(({ name, bytes }) => [name, bytes])).toEqual([
      ["a.md", 5],
      ["b.md", 9],
    ]);
    expect(await textOf(storage, "home/memory/b.md", { from: 5, to: 8 })).toBe("二");
    const records = await newestFirst(storage, "user");
    expect(records.map((record) => [record.id, record.entry?.op, record.changes.length])).toEqual([
      [id, "create", 2],
    ]);
    expect(records[0]?.changes[0]).toMatchObject({
      path: "home/memory/b.md",
      before: null,
      splice: { at: 0, removed: "", inserted: "zwei 二\n" },
    });
  });

  test("a change that changes nothing is not in the history, but an undo always is", async () => {
    const storage = await open();
    const entry = { scope: "user", slug: "a", by: "user" } as const;
    await storage.change(["user"], async (tx) => tx.describe({ ...entry, op: "update" }));
    const { id } = await storage.change(["user"], async (tx) =>
      tx.describe({ ...entry, op: "undo", undoes: "x" }),
    );
    const records = await newestFirst(storage, "user");
    expect(records.map((record) => [record.id, record.entry?.undoes, record.changes])).toEqual([
      [id, "x", []],
    ]);
  });

  test("stamps of a folder tell which file changed", async () => {
    const storage = await open();
    const write = (name: string, text: string) =>
      storage.change(["user"], async (tx) => tx.write(`home/memory/${name}`, text));
    expect((await storage.stamps("home/memory")).names).toEqual([]);
    await write("b.md", "one");
    await write("a.md", "one");
    const first = await storage.stamps("home/memory");
    await write("b.md", "two");
    const second = await storage.stamps("home/memory");
    expect(first.names).toEqual(["a.md", "b.md"]);
    expect([...first.bytes]).toEqual((await storage.list("home/memory")).map(({ bytes }) => bytes));
    expect([first.stamps.length, first.modified.length, first.settled.length]).toEqual([
      2 * stampWidth,
      2,
      2,
    ]);
    expect(stampOf(second, 0)).toEqual(stampOf(first, 0));
    expect(stampOf(second, 1).join() === stampOf(first, 1).join()).toBe(false);
  });

  test("versions and stamps change with the content", async () => {
    const storage = await open();
    const write = (text: string) => storage.change(["user"], async (tx) => tx.write("home/a.md", text));
    await write("one");
    const first = await storage.read("home/a.md");
    const [firstEntry] = await storage.list("home");
    await write("two");
    const second = await storage.read("home/a.md");
    const [secondEntry] = await storage.list("home");
    await write("one");
    const third = await storage.read("home/a.md");
    expect(first.found && second.found && first.version !== second.version).toBe(true);
    expect(first).toEqual(third);
    expect(firstEntry?.stamp === secondEntry?.stamp).toBe(false);
  });

  test("a transaction sees its own writes and moves", async () => {
    const storage = await open();
    await storage.change(["user", "project"], async (tx) => {
      tx.write("home/memory/a.md", "text");
      await tx.move("home/memory/a.md", "project/memory/a.md");
      expect(await tx.read("home/memory/a.md")).toEqual({ found: false });
      expect(await tx.read("project/memory/a.md")).toMatchObject({ text: "text" });
    });
    expect(await storage.read("home/memory/a.md")).toEqual({ found: false });
    expect(await storage.read("project/memory/a.md")).toMatchObject({ text: "text" });
  });

  test("a change of two scopes is one record in both histories", async () => {
    const storage = await open();
    const { id } = await storage.change(["project", "user"], async (tx) => {
      tx.write("home/memory/a.md", "a");
      tx.write("project/memory/b.md", "b");
    });
    expect((await newestFirst(storage, "user")).map((record) => record.id)).toEqual([id]);
    expect((await newestFirst(storage, "project")).map((record) => record.id)).toEqual([id]);
  });

  test("what is withheld is not in the history, and the change cannot be reverted", async () => {
    const storage = await open();
    await storage.change(["user"], async (tx) => tx.write("home/memory/a.md", "keep TOKEN keep"));
    await storage.change(["user"], async (tx) => {
      tx.write("home/memory/a.md", "keep nothing keep");
      tx.withhold("home/memory/a.md");
    });
    const [newest] = await newestFirst(storage, "user");
    expect(JSON.stringify(newest).includes("TOKEN")).toBe(false);
    expect(newest?.changes.map((change) => revertChange(change, "keep nothing keep"))).toEqual([
      { matches: false },
    ]);
  });

  test("nothing is applied when the work fails, and the next change goes on", async () => {
    const storage = await open();
    const failing = storage.change(["user"], async (tx) => {
      tx.write("home/a.md", "a");
      throw new Error("stop here");
    });
    await expect(failing).rejects.toMatchObject({ message: "stop here" });
    expect(await storage.read("home/a.md")).toEqual({ found: false });
    await storage.change(["user"], async (tx) => tx.write("home/a.md", "b"));
    expect(await storage.read("home/a.md")).toMatchObject({ text: "b" });
  });

  test("a change that changes nothing leaves no record", async () => {
    const storage = await open();
    await storage.change(["user"], async (tx) => tx.write("home/a.md", "a"));
    const { id } = await storage.change(["user"], async (tx) => {
      tx.write("home/a.md", "a");
      tx.remove("home/never-there.md");
    });
    expect(id).toBe(undefined);
    expect((await newestFirst(storage, "user")).length).toBe(1);
  });

  test("changes run one after the other, each on what the one before left", async () => {
    const storage = await open();
    const add = (line: string) =>
      storage.change(["user"], async (tx) => {
        const old = await tx.read("home/list.md");
        tx.write("home/list.md", `${old.found ? old.text : ""}${line}\n`);
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(`line ${index}`)));
    const list = await storage.read("home/list.md");
    expect(list.found ? list.text.trimEnd().split("\n").length : 0).toBe(20);
  });

  test("a file outside the scopes of the change is refused", async () => {
    const storage = await open();
    const reaching = storage.change(["project"], async (tx) => tx.write("home/a.md", "a"));
    await expect(reaching).rejects.toMatchObject({ code: "internal" });
  });

  test("paths that could leave a root are refused", async () => {
    const storage = await open();
    for (const path of [
      "home/../a.md",
      "home/./a.md",
      "home//a.md",
      "home/a\0.md",
      "home/..\\a.md",
      "else/a.md",
    ]) {
      await expect(storage.read(path as StoragePath)).rejects.toMatchObject({ code: "unsafe-path" });
      const writing = storage.change(["user", "project"], async (tx) => tx.write(path as StoragePath, "x"));
      await expect(writing).rejects.toMatchObject({ code: "unsafe-path" });
    }
  });

  logContract({ test, expect }, open);
  purgeContract({ test, expect }, open);
}

async function newestFirst(storage: Storage, scope: "user" | "project") {
  const records = [];
  for await (const record of storage.history(scope)) records.push(record);
  return records;
}

function stampOf({ stamps }: FolderStamps, index: number): number[] {
  return [...stamps.subarray(index * stampWidth, (index + 1) * stampWidth)];
}

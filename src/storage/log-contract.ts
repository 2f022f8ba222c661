import type { Storage, StoragePath } from "./storage.ts";
import type { TestApi } from "./test-api.ts";

/** The part of the contract that is about logs and other files that only grow. */
export function logContract({ test, expect }: TestApi, open: () => Promise<Storage>): void {
  test("a log has one writer, keeps every line and goes on where it ended", async () => {
    const storage = await open();
    const first = await storage.openLog("project/sessions/s.jsonl");
    if (first.busy) throw new Error("the log of an empty storage is busy");
    await Promise.all([first.log.append("one"), first.log.append("zwei 二")]);
    expect(first.log.bytes).toBe(13);
    expect((await storage.openLog("project/sessions/s.jsonl")).busy).toBe(true);
    await expect(first.log.append("two\nlines")).rejects.toMatchObject({ code: "internal" });
    await first.log.close();
    const second = await storage.openLog("project/sessions/s.jsonl");
    if (second.busy) throw new Error("a closed log is still busy");
    await second.log.append("three");
    await second.log.close();
    expect(await textOf(storage, "project/sessions/s.jsonl")).toBe("one\nzwei 二\nthree\n");
  });

  test("parts of the files of one folder are read", async () => {
    const storage = await open();
    await storage.change(["project"], async (tx) => tx.write("project/sessions/a.jsonl", "zwei 二\n"));
    const folder = await storage.openFolder("project/sessions");
    const part = async (from: number, to: number) =>
      Buffer.from(await folder.read("a.jsonl", from, to)).toString("utf8");
    expect(await part(5, 8)).toBe("二");
    expect(await part(5, 800)).toBe("二\n");
    expect(await part(80, 800)).toBe("");
    expect(Buffer.from(await folder.read("missing", 0, 8)).toString("utf8")).toBe("");
    const none = await storage.openFolder("project/nowhere");
    expect((await none.read("a.jsonl", 0, 8)).length).toBe(0);
    await expect(folder.read("../project.json", 0, 8)).rejects.toMatchObject({ code: "unsafe-path" });
  });

  test("several lines are added to a log at once, and its size is known", async () => {
    const storage = await open();
    const path = "project/sessions/s.jsonl";
    expect(await storage.size(path)).toBe(null);
    const opened = await storage.openLog(path);
    if (opened.busy) throw new Error("the log of an empty storage is busy");
    await opened.log.append([]);
    await opened.log.append(["one", "zwei 二"]);
    await expect(opened.log.append(["three", "fo\nur"])).rejects.toMatchObject({ code: "internal" });
    expect(opened.log.bytes).toBe(13);
    await opened.log.close();
    expect(await storage.size(path)).toBe(13);
    expect(await textOf(storage, path)).toBe("one\nzwei 二\n");
  });

  test("a log is moved and removed when nobody writes it and it is what was seen", async () => {
    const storage = await open();
    const [from, to] = ["project/sessions/s.jsonl", "project/trash/s.jsonl"] as const;
    expect(await storage.moveLog(from, to)).toBe("missing");
    expect(await storage.removeLog(from)).toBe("missing");
    const opened = await storage.openLog(from);
    if (opened.busy) throw new Error("the log of an empty storage is busy");
    await opened.log.append("one");
    const [seen] = await storage.list("project/sessions");
    expect(await storage.moveLog(from, to)).toBe("busy");
    expect(await storage.moveLog("project/sessions/other.jsonl", from)).toBe("busy");
    expect(await storage.removeLog(from)).toBe("busy");
    await opened.log.append("two");
    await opened.log.close();
    const stamp = seen?.stamp ?? "";
    expect(await storage.moveLog(from, to, { stamp })).toBe("changed");
    expect(await storage.removeLog(from, { stamp })).toBe("changed");
    const [now] = await storage.list("project/sessions");
    expect(await storage.moveLog(from, to, { stamp: now?.stamp ?? "" })).toBe("done");
    expect(await storage.names("project/sessions")).toEqual([]);
    expect(await textOf(storage, to)).toBe("one\ntwo\n");

    const again = await storage.openLog(from);
    if (again.busy) throw new Error("a moved log is still busy");
    await again.log.append("new");
    await again.log.close();
    expect(await storage.moveLog(from, to)).toBe("exists");
    expect(await textOf(storage, to)).toBe("one\ntwo\n");
    expect(await storage.removeLog(to)).toBe("done");
    expect(await storage.moveLog(from, to)).toBe("done");
    expect(await textOf(storage, to)).toBe("new\n");
  });

  test("lines that many add to one file are all there, and a long file is set aside", async () => {
    const storage = await open();
    const path = "project/events.jsonl";
    const add = (line: string) => storage.appendLine(path, line, { setAsideAt: 80 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(`line ${index} 二`)));
    const aside = (await textOf(storage, `${path}.old`)).split("\n");
    const rest = (await textOf(storage, path)).split("\n");
    expect([...aside, ...rest].filter((line) => line !== "").toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `line ${index} 二`),
    );
    await expect(add("two\nlines")).rejects.toMatchObject({ code: "internal" });
  });
}

/** What a stream gives, as text. */
export async function textOf(
  storage: Storage,
  path: StoragePath,
  range?: { from?: number; to?: number },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of storage.stream(path, range)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

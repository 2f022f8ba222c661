import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createFaultyFiles } from "./faulty-files.ts";
import { createFileStorage } from "./file-storage.ts";
import { nodeFiles } from "./files.ts";
import type { FileOperations } from "./files.ts";
import { applyChange, revertChange, toJournalChange } from "./journal.ts";
import { createProcessTable } from "./owner.ts";
import type { ProcessTable } from "./owner.ts";
import { planRecovery } from "./recovery.ts";
import type { Storage } from "./storage.ts";

/** The process that was killed: the same machine, with a pid that no longer runs. */
function deadProcess(): ProcessTable {
  const real = createProcessTable();
  return { self: () => ({ ...real.self(), pid: 4_194_399, started: "1" }), startOf: real.startOf };
}

/** Dies at the nth of its file operations, as a kill does: nothing after it is done, clean-up included. */
function killedAt(nth: number): FileOperations {
  let count = 0;
  return createFaultyFiles(nodeFiles, () => ((count += 1) >= nth ? { code: "EKILLED" } : undefined));
}

async function openFolders() {
  const home = join(await mkdtemp(join(tmpdir(), "daybook-recovery-")), "home");
  const folders = { home, project: join(home, "projects", "a"), shared: join(home, "..", "work", ".agent") };
  let id = 0;
  const open = (options: object = {}): Storage =>
    createFileStorage({ folders, now: () => new Date(), newId: () => `op-${(id += 1)}`, ...options });
  return { home, folders, open };
}

const first = "first\n";
const second = "second\n";
const moveToProject = (storage: Storage) =>
  storage.change(["user", "project"], async (tx) => {
    tx.remove("home/memory/a.md");
    tx.write("shared/memory/a.md", second);
    tx.remove("home/memory/MEMORY.md");
    tx.write("project/memory/MEMORY.md", second);
  });

async function textsOf(storage: Storage): Promise<(string | null)[]> {
  const paths = [
    "home/memory/a.md",
    "home/memory/MEMORY.md",
    "shared/memory/a.md",
    "project/memory/MEMORY.md",
  ] as const;
  return Promise.all(
    paths.map(async (path) => storage.read(path).then((file) => (file.found ? file.text : null))),
  );
}

const before = [first, first, null, null];
const after = [null, null, second, second];

describe("a writer killed in the middle of a change", () => {
  test("at any operation: the next writer finds the change not begun, or completes it", async () => {
    const outcomes = new Set<string>();
    for (let nth = 1; ; nth += 1) {
      const { open, home } = await openFolders();
      await open().change(["user"], async (tx) => {
        tx.write("home/memory/a.md", first);
        tx.write("home/memory/MEMORY.md", first);
      });
      const acknowledged = await moveToProject(open({ files: killedAt(nth), processes: deadProcess() })).then(
        () => true,
        () => false,
      );
      const storage = open();
      const { recovered } = await storage.change(["project"], async () => undefined);
      await storage.change(["user"], async () => undefined);
      const texts = await textsOf(storage);
      expect(recovered.kept).toEqual([]);
      expect([before, after]).toContainEqual(texts);
      expect(acknowledged && texts[0] !== null).toBe(false);
      outcomes.add(texts[0] === null ? "completed" : "not begun");
      expect(readdirSync(join(home, "locks")).filter((name) => name.endsWith(".lock"))).toEqual([]);
      expect(readdirSync(join(home, "memory")).filter((name) => name.startsWith("."))).toEqual([]);
      if (acknowledged && recovered.completed.length === 0) break;
    }
    expect(outcomes).toEqual(new Set(["completed", "not begun"]));
  });

  test("a step of another project is completed before user scope is written again", async () => {
    const { open, home, folders } = await openFolders();
    await open().change(["user"], async (tx) => {
      tx.write("home/memory/a.md", first);
      tx.write("home/memory/MEMORY.md", first);
    });
    await moveToProject(open({ files: killedAfter(0), processes: deadProcess() })).catch(() => undefined);
    const other = open({ folders: { home, project: join(home, "projects", "b") } });
    await other.change(["user"], async (tx) => tx.write("home/memory/b.md", "b"));
    expect(await textsOf(open())).toEqual(after);
    expect(readFileSync(join(folders.project, "history.jsonl"), "utf8")).toContain('{"done":"op-2"}');
  });

  test("when that project is gone, the step is taken back: half a move would lose the memory", async () => {
    const { open, home, folders } = await openFolders();
    await open().change(["user"], async (tx) => {
      tx.write("home/memory/a.md", first);
      tx.write("home/memory/MEMORY.md", first);
    });
    await moveToProject(open({ files: killedAfter(1), processes: deadProcess() })).catch(() => undefined);
    expect(existsSync(join(home, "memory", "a.md"))).toBe(false);
    rmSync(folders.project, { recursive: true });
    const other = open({ folders: { home, project: join(home, "projects", "b") } });
    await other.change(["user"], async (tx) => tx.write("home/memory/b.md", "b"));
    expect(await textsOf(open())).toEqual(before);
    expect(existsSync(folders.project)).toBe(false);
    const ids = [];
    for await (const record of open().history("user")) ids.push(record.id);
    expect(ids).toEqual(["op-3", "op-1"]);
  });

  test.each([0, 1, 2, 3])(
    "a project that got a new id after %i of its files completes the step",
    async (files) => {
      const { open, home, folders } = await openFolders();
      await open().change(["user"], async (tx) => {
        tx.write("home/memory/a.md", first);
        tx.write("home/memory/MEMORY.md", first);
      });
      await moveToProject(open({ files: killedAfter(files), processes: deadProcess() })).catch(
        () => undefined,
      );
      const moved = {
        home,
        project: join(home, "projects", "new-id"),
        shared: join(home, "..", "new", ".agent"),
      };
      renameSync(folders.project, moved.project);
      renameSync(join(folders.shared, ".."), join(moved.shared, ".."));
      const storage = open({ folders: moved });
      expect((await storage.change(["project"], async () => undefined)).recovered.completed).toEqual([
        "op-2",
      ]);
      expect(await textsOf(storage)).toEqual(after);
    },
  );

  test("what a person edited meanwhile stays theirs and is reported", async () => {
    const { open, folders } = await openFolders();
    await open().change(["user"], async (tx) => tx.write("home/memory/a.md", first));
    await moveToProject(open({ files: killedAfter(0), processes: deadProcess() })).catch(() => undefined);
    mkdirSync(join(folders.shared, "memory"), { recursive: true });
    writeFileSync(join(folders.shared, "memory", "a.md"), "by hand\n");
    const { recovered } = await open().change(["project"], async () => undefined);
    expect(recovered).toEqual({ completed: ["op-2"], kept: ["shared/memory/a.md"] });
    expect(readFileSync(join(folders.shared, "memory", "a.md"), "utf8")).toBe("by hand\n");
  });

  test("what a person put back after a finished change is not changed again", async () => {
    const { open, home } = await openFolders();
    const write = (text: string) => open().change(["user"], async (tx) => tx.write("home/memory/a.md", text));
    await write(first);
    await write(second);
    writeFileSync(join(home, "memory", "a.md"), first);
    await open().change(["user"], async () => undefined);
    expect(readFileSync(join(home, "memory", "a.md"), "utf8")).toBe(first);
  });
});

/** The journal is written and so many of the files are in place. */
function killedAfter(files: number): FileOperations {
  let dead = false;
  let published = 0;
  return createFaultyFiles(nodeFiles, (operation, path) => {
    const publishes = operation === "rename" || operation === "unlink";
    if (publishes && path.includes("/memory/") && !path.includes("/.daybook-tmp-"))
      dead ||= published++ >= files;
    return dead ? { code: "EKILLED" } : undefined;
  });
}

describe("the journal's form of a change", () => {
  const text = fc.option(
    fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("a\n", "a\nb\n", "😀x", "😁x")),
  );

  test("gives each side back from the other, through JSON", () => {
    fc.assert(
      fc.property(text, text, (was, is) => {
        const change = JSON.parse(
          JSON.stringify(toJournalChange({ path: "home/a.md", before: was, after: is })),
        );
        expect(applyChange(change, was)).toEqual({ matches: true, text: is });
        expect(revertChange(change, is)).toEqual({ matches: true, text: was });
      }),
    );
  });

  test("recovery only ever moves a file from before to after", () => {
    fc.assert(
      fc.property(text, text, text, (was, is, now) => {
        const action = planRecovery(toJournalChange({ path: "home/a.md", before: was, after: is }), now);
        const moved = { do: "replace", text: is };
        expect(action).toEqual(now === is ? { do: "nothing" } : now === was ? moved : { do: "keep" });
      }),
    );
  });
});

import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { createFileStorage } from "./file-storage.ts";
import type { Storage } from "./storage.ts";

let root: string;
let storage: Storage;
let later = 0;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-stamps-"));
  await mkdir(join(root, "home/memory"), { recursive: true });
  // It stands still: what is written in a test is new for it, however long the test takes.
  const began = Date.now();
  const now = () => new Date(began + later);
  storage = createFileStorage({ folders: { home: join(root, "home") }, now, newId: () => "id" });
  later = 0;
});

afterEach(() => rm(root, { recursive: true, force: true }));

const inMemory = (name: string): string => join(root, "home/memory", name);

test("what is stamped is what is listed", async () => {
  for (const name of [
    "b.md",
    "a.md",
    "Z.md",
    "é.md",
    "😀.md",
    ".daybook-tmp-1-x",
    ".hidden",
    "back\\slash.md",
  ]) {
    await writeFile(inMemory(name), name);
  }
  await mkdir(inMemory("folder.md"));
  await writeFile(join(root, "out.md"), "x");
  await symlink(join(root, "out.md"), inMemory("out.md"));
  await symlink(inMemory("nowhere"), inMemory("dangling.md"));
  await symlink(inMemory("a.md"), inMemory("within.md"));
  const { names, stamps, modified, settled } = await storage.stamps("home/memory");
  expect(names).toEqual(await storage.names("home/memory"));
  expect(names).toContain("within.md");
  // No path can be made of it.
  expect(names).not.toContain("back\\slash.md");
  const entries = await storage.list("home/memory");
  expect([...modified].map(Math.floor)).toEqual(entries.map((entry) => entry.modified));
  expect([...settled]).toEqual(names.map(() => 0));
  expect(stamps).toHaveLength(names.length * 4);
});

test("a link has the stamp of what it leads to", async () => {
  await writeFile(inMemory("a.md"), "one");
  await symlink(inMemory("a.md"), inMemory("within.md"));
  const { stamps } = await storage.stamps("home/memory");
  expect(stamps.slice(4)).toEqual(stamps.slice(0, 4));
  await writeFile(inMemory("a.md"), "other");
  const { stamps: then } = await storage.stamps("home/memory");
  expect(then.slice(4)).toEqual(then.slice(0, 4));
  expect(then).not.toEqual(stamps);
});

test("only what has rested is settled, whatever its time says", async () => {
  await writeFile(inMemory("a.md"), "one");
  await utimes(inMemory("a.md"), 1e9, 1e9);
  expect((await storage.stamps("home/memory")).settled[0]).toBe(0);
  later = 3_600_000;
  expect((await storage.stamps("home/memory")).settled[0]).toBe(1);
});

test("a missing folder has none, a folder that leads out is refused", async () => {
  expect((await storage.stamps("home/none")).names).toEqual([]);
  await mkdir(join(root, "elsewhere"));
  await symlink(join(root, "elsewhere"), join(root, "home/linked"));
  await expect(storage.stamps("home/linked")).rejects.toMatchObject({ code: "unsafe-path" });
});

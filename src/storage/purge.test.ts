import { appendFile, mkdir, mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createFaultyFiles } from "./faulty-files.ts";
import { createFileStorage } from "./file-storage.ts";
import { nodeFiles } from "./files.ts";
import type { FileOperations } from "./files.ts";
import { purgeLine } from "./purge.ts";
import type { HistoryPurge, Storage } from "./storage.ts";

async function openFolder(files: FileOperations = nodeFiles): Promise<{ home: string; storage: Storage }> {
  const home = await mkdtemp(join(tmpdir(), "daybook-purge-"));
  let id = 0;
  const now = () => new Date("2031-01-01T00:00:00Z");
  const newId = () => `op-${(id += 1)}`;
  return { home, storage: createFileStorage({ folders: { home }, now, newId, files, lockWaitMs: 50 }) };
}

async function save(storage: Storage, slug: string, text: string): Promise<void> {
  await storage.change(["user"], async (tx) => {
    tx.write(`home/memory/${slug}.md`, text);
    tx.describe({ op: "create", scope: "user", slug, by: "agent", session: `of-${slug}` });
  });
}

const ofA: HistoryPurge = {
  judge: ({ entry }) => (entry?.session === "of-a" ? "purge" : "keep"),
  isUnreadableGone: (line) => line.includes("of-a"),
};

describe("purging a history of files", () => {
  it("rewrites only the lines that go, byte for byte, with torn lines that name what goes", async () => {
    const { home, storage } = await openFolder();
    const file = join(home, "history.jsonl");
    await save(storage, "a", "gone");
    await save(storage, "b", "stays");
    await appendFile(
      file,
      '{"id":"torn","session":"of-a","text":"go\n{"id":"torn of another\n\n{"done":"x"}\n',
    );
    const before = (await readFile(file, "utf8")).split("\n");
    expect(await storage.purgeHistory("user", ofA)).toBe(2);
    const after = (await readFile(file, "utf8")).split("\n");
    expect(after[0]).toBe('{"id":"op-1","ts":"2031-01-01T00:00:00.000Z","scopes":["user"],"changes":[]}');
    expect(after[4]).toBe("");
    expect([...after.slice(1, 4), ...after.slice(5)]).toEqual([...before.slice(1, 4), ...before.slice(5)]);
    expect((await readdir(home)).toSorted()).toEqual(["history.jsonl", "locks", "memory"]);
  });

  it("completes the step of a killed writer first, and sweeps what it left", async () => {
    const { home, storage } = await openFolder();
    await save(storage, "b", "stays");
    const done = await readFile(join(home, "history.jsonl"), "utf8");
    await save(storage, "a", "gone");
    const record = (await readFile(join(home, "history.jsonl"), "utf8")).slice(done.length).split("\n")[0];
    await writeFile(join(home, "history.jsonl"), `${done}${record}\n`);
    await writeFile(join(home, "memory", ".daybook-tmp-1-ab"), "gone");
    expect(await storage.purgeHistory("user", ofA)).toBe(1);
    expect((await readdir(join(home, "memory"))).toSorted()).toEqual(["a.md", "b.md"]);
    expect(await readFile(join(home, "history.jsonl"), "utf8")).toMatch(/\{"done":"op-2"\}\n$/);
  });

  it("leaves the old history whole on a full disk, and waits for no dead writer", async () => {
    let isFull = false;
    const files = createFaultyFiles(nodeFiles, (operation, path) =>
      isFull && operation === "write" && !path.includes("locks") ? { code: "ENOSPC" } : undefined,
    );
    const { home, storage } = await openFolder(files);
    await save(storage, "a", "gone");
    const before = await readFile(join(home, "history.jsonl"), "utf8");
    isFull = true;
    await expect(storage.purgeHistory("user", ofA)).rejects.toMatchObject({ code: "no-space" });
    expect(await readFile(join(home, "history.jsonl"), "utf8")).toBe(before);
    await mkdir(join(home, "locks"), { recursive: true });
    await writeFile(join(home, "locks", "user.lock"), '{"nonce":"n","machine":"another/host","pid":1}');
    await expect(storage.purgeHistory("user", ofA)).rejects.toMatchObject({ code: "locked" });
  });

  it("never makes two lines of one, nor fails, whatever a line holds (property)", () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", " "));
    const verdict = fc.constantFrom("keep" as const, "purge" as const, { withhold: new Set<never>() });
    fc.assert(
      fc.property(line, verdict, fc.boolean(), (text, judged, isGone) => {
        const purged = purgeLine(text, { judge: () => judged, isUnreadableGone: () => isGone });
        expect(purged.includes("\n")).toBe(false);
        expect(isGone || judged !== "keep" || purged === text).toBe(true);
      }),
    );
  });
});

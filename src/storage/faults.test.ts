import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { createFaultyFiles } from "./faulty-files.ts";
import type { Fault, FaultPlan } from "./faulty-files.ts";
import { createFileStorage } from "./file-storage.ts";
import { nodeFiles } from "./files.ts";

const oldIndex = "- [A](a.md) — first\n";
const oldMemory = "---\nname: A\ndescription: first\ntype: project\n---\n\nold body\n";
const newMemory = `---\nname: A\ndescription: second\ntype: project\n---\n\n${"x".repeat(10_240)}\n`;
const newIndex = "- [A](a.md) — second\n";

async function openFaulty(plan: FaultPlan) {
  const project = join(await mkdtemp(join(tmpdir(), "daybook-faults-")), "projects", "p");
  const home = join(project, "..", "..");
  mkdirSync(join(project, "memory"), { recursive: true });
  writeFileSync(join(project, "memory", "MEMORY.md"), oldIndex);
  writeFileSync(join(project, "memory", "a.md"), oldMemory);
  const open = (files = nodeFiles) =>
    createFileStorage({ folders: { home, project }, now: () => new Date(), newId: () => "op", files });
  const update = (files = nodeFiles) =>
    open(files).change(["project"], async (tx) => {
      tx.write("project/memory/a.md", newMemory);
      tx.write("project/memory/MEMORY.md", newIndex);
      tx.describe({ op: "update", scope: "project", slug: "a", by: "user" });
    });
  const texts = () =>
    ["a.md", "MEMORY.md"].map((name) => readFileSync(join(project, "memory", name), "utf8"));
  return { update, texts, open, project, faulty: createFaultyFiles(nodeFiles, plan) };
}

/** The nth operation of a kind in the memory folder, counted from 1. */
function inMemoryFolder(operation: string, nth: number, fault: Fault): FaultPlan {
  let count = 0;
  return (at, path) =>
    at === operation && path.includes("/memory/") && (count += 1) === nth ? fault : undefined;
}

function shortThenFull(): FaultPlan {
  let count = 0;
  return (at, path) => {
    if (at !== "write" || !path.includes("/memory/")) return undefined;
    count += 1;
    return count === 1 ? { takes: 40 } : { code: "ENOSPC" };
  };
}

const full = { code: "ENOSPC" };
const plans: [string, () => FaultPlan, string][] = [
  ["the write of the new content fails with ENOSPC", () => inMemoryFolder("write", 1, full), "no-space"],
  ["a write takes 40 bytes, the next fails with ENOSPC", shortThenFull, "no-space"],
  ["the write of the new index fails with ENOSPC", () => inMemoryFolder("write", 2, full), "no-space"],
  ["the temporary file cannot be made", () => inMemoryFolder("open-create", 1, { code: "EACCES" }), "io"],
  ["fsync fails", () => inMemoryFolder("sync", 1, { code: "EIO" }), "io"],
  ["the quota is used up", () => inMemoryFolder("sync", 2, { code: "EDQUOT" }), "no-space"],
  ["rename of the memory fails with EACCES", () => inMemoryFolder("rename", 1, { code: "EACCES" }), "io"],
  ["rename of the index fails with EACCES", () => inMemoryFolder("rename", 2, { code: "EACCES" }), "io"],
  [
    "the folder cannot be made durable",
    () => (at) => (at === "sync-folder" ? { code: "EIO" } : undefined),
    "io",
  ],
  [
    "the journal is full",
    () => (at, path) => (at === "write" && path.endsWith("history.jsonl") ? full : undefined),
    "no-space",
  ],
  ["the journal takes 10 bytes", journalTakesTen, "no-space"],
  [
    "the journal is not durable",
    () => (at, path) => (at === "datasync" && path.endsWith("history.jsonl") ? { code: "EIO" } : undefined),
    "io",
  ],
  [
    "the lock cannot be written",
    () => (at, path) => (at === "write" && path.includes("/locks/") ? full : undefined),
    "no-space",
  ],
];

function journalTakesTen(): FaultPlan {
  let count = 0;
  return (at, path) => {
    if (at !== "write" || !path.endsWith("history.jsonl")) return undefined;
    count += 1;
    return count === 1 ? { takes: 10 } : full;
  };
}

describe("FS-02: a disk that fails in the middle of a change", () => {
  test.each(plans)("%s: old files whole, cause named, works again", async (_name, plan, code) => {
    const { update, texts, project, faulty } = await openFaulty(plan());
    await expect(update(faulty)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/\((E[A-Z]+)\)/),
    });
    expect(texts()).toEqual([oldMemory, oldIndex]);
    expect(readdirSync(join(project, "memory"))).toEqual(["MEMORY.md", "a.md"]);
    await update();
    expect(texts()).toEqual([newMemory, newIndex]);
    expect(readFileSync(join(project, "history.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
  });

  test("the file that failed is the one that is named", async () => {
    const { update, faulty } = await openFaulty((at, path) =>
      at === "open-append" && path.endsWith("history.jsonl") ? { code: "EACCES" } : undefined,
    );
    await expect(update(faulty)).rejects.toMatchObject({
      message: expect.stringMatching(
        /history\.jsonl: permission was denied \(EACCES\)\. Nothing was changed\.$/,
      ),
    });
  });

  test("a step that cannot be taken back is not called unchanged, and the next change completes it", async () => {
    let isBroken = false;
    const { update, texts, open, faulty } = await openFaulty((at, path) => {
      isBroken ||= at === "rename" && path.endsWith("a.md");
      return isBroken && !path.includes("/locks/") ? { code: "EIO" } : undefined;
    });
    await expect(update(faulty)).rejects.toMatchObject({
      message: expect.stringContaining("The next save completes this change."),
    });
    await open().change(["project"], async () => undefined);
    expect(texts()).toEqual([newMemory, newIndex]);
  });

  test("a mark that cannot be written does not turn a finished change into a failure", async () => {
    let writes = 0;
    const { update, texts, open, faulty } = await openFaulty((at, path) => {
      if (at !== "write" || !path.endsWith("history.jsonl")) return undefined;
      return (writes += 1) === 2 ? full : undefined;
    });
    await update(faulty);
    expect(texts()).toEqual([newMemory, newIndex]);
    const { recovered } = await open().change(["project"], async () => undefined);
    expect(recovered).toEqual({ completed: ["op"], kept: [] });
    expect(texts()).toEqual([newMemory, newIndex]);
  });
});

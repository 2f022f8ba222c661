import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleProgram } from "../../test/support/bundle-program.ts";

import { createFaultyFiles } from "./faulty-files.ts";
import { createFileStorage } from "./file-storage.ts";
import { nodeFiles } from "./files.ts";
import type { FileOperations } from "./files.ts";

async function openTemporary(files?: FileOperations) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "daybook-move-")));
  const project = join(folder, "home", "projects", "shop-0123456789ab");
  mkdirSync(join(project, "sessions"), { recursive: true });
  const storage = createFileStorage({
    folders: { home: join(folder, "home"), project },
    now: () => new Date(),
    newId: () => "id",
    ...(files && { files }),
  });
  return { folder, project, storage };
}

const [from, to] = ["project/sessions/s.jsonl", "project/trash/s.jsonl"] as const;

describe("moving a log of the file storage", () => {
  test("takes the very file, into a private folder", async () => {
    const { project, storage } = await openTemporary();
    const path = join(project, "sessions", "s.jsonl");
    writeFileSync(path, "torn");
    const { ino } = lstatSync(path);
    expect(await storage.moveLog(from, to)).toBe("done");
    expect(lstatSync(join(project, "trash", "s.jsonl")).ino).toBe(ino);
    expect(lstatSync(join(project, "trash")).mode & 0o777).toBe(0o700);
    expect(existsSync(path)).toBe(false);
  });

  test("never follows a link, and never goes through a folder that leads out", async () => {
    const { folder, project, storage } = await openTemporary();
    writeFileSync(join(folder, "precious"), "keep");
    symlinkSync(join(folder, "precious"), join(project, "sessions", "s.jsonl"));
    expect(await storage.moveLog(from, to)).toBe("missing");
    expect(await storage.removeLog(from)).toBe("missing");
    mkdirSync(join(folder, "out"));
    symlinkSync(join(folder, "out"), join(project, "trash"));
    writeFileSync(join(project, "sessions", "t.jsonl"), "t");
    const moving = storage.moveLog("project/sessions/t.jsonl", "project/trash/t.jsonl");
    await expect(moving).rejects.toMatchObject({ code: "unsafe-path" });
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("keep");
    expect(readFileSync(join(project, "sessions", "t.jsonl"), "utf8")).toBe("t");
  });

  test("leaves it where it was when the disk refuses, and gives the lease back", async () => {
    let isFaulty = true;
    const faulty = createFaultyFiles(nodeFiles, (operation) =>
      isFaulty && operation === "rename" ? { code: "EACCES" } : undefined,
    );
    const { project, storage } = await openTemporary(faulty);
    writeFileSync(join(project, "sessions", "s.jsonl"), "one\n");
    await expect(storage.moveLog(from, to)).rejects.toMatchObject({ code: "io" });
    expect(readFileSync(join(project, "sessions", "s.jsonl"), "utf8")).toBe("one\n");
    isFaulty = false;
    expect(await storage.moveLog(from, to)).toBe("done");
  });

  test("another process's lease keeps it in its place", async () => {
    const { project, storage } = await openTemporary();
    const opened = await storage.openLog(from);
    if (opened.busy) throw new Error("busy");
    await opened.log.append("one");
    const script = `
      import { createFileStorage } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
      const storage = createFileStorage({
        folders: { home: ${JSON.stringify(join(project, "..", ".."))}, project: ${JSON.stringify(project)} },
        now: () => new Date(), newId: () => "id",
      });
      process.stdout.write(await storage.moveLog("${from}", "${to}"));`;
    const program = await bundleProgram(script);
    const run = () => execFileSync(process.execPath, [program], { encoding: "utf8" });
    expect(run()).toBe("busy");
    await opened.log.close();
    expect(run()).toBe("done");
  });
});

describe("a folder that is read", () => {
  test("is never left through a link", async () => {
    const { folder, project, storage } = await openTemporary();
    writeFileSync(join(folder, "precious"), "secret");
    symlinkSync(join(folder, "precious"), join(project, "sessions", "link.jsonl"));
    const reader = await storage.openFolder("project/sessions");
    await expect(reader.read("link.jsonl", 0, 9)).rejects.toMatchObject({ code: "io" });
    symlinkSync(folder, join(project, "out"));
    await expect(storage.openFolder("project/out")).rejects.toMatchObject({ code: "unsafe-path" });
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createFileStorage, type Storage } from "../storage/index.ts";
import { findLast, findLivePart } from "./find-live-part.ts";

const path = "project/sessions/20310301-080000-00aa.jsonl";
const KB = 1024;

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-live-part-"));
  await mkdir(join(folder, "sessions"));
  storage = createFileStorage({
    folders: { home: folder, project: folder },
    now: () => new Date(0),
    newId: () => "id",
  });
});

afterAll(() => rm(folder, { recursive: true }));

/** A line of so many bytes with its end. */
function title(n: number, bytes: number): string {
  const head = `{"type":"title","n":${n},"title":"`;
  return `${head}${"t".repeat(bytes - head.length - 3)}"}\n`;
}

/** A log whose compaction begins so many bytes before its end, and keeps the line before it. */
async function logWith(bytesBehind: number): Promise<{ log: string; kept: number; compaction: number }> {
  const before = `{"type":"session","n":0,"v":1,"id":"x"}\n${title(1, 300 * KB)}`;
  const text = '{"type":"compaction","n":3,"summary":"s","firstKept":2}\n';
  const kept = title(2, 2 * KB);
  const log = `${before}${kept}${text}${title(4, bytesBehind - text.length)}`;
  await writeFile(join(folder, "sessions", "20310301-080000-00aa.jsonl"), log);
  return { log, kept: before.length, compaction: before.length + kept.length };
}

describe("the part of a log that still matters", () => {
  it("is found however far from the end it begins", async () => {
    for (const kilobytes of [1, 63, 64, 65, 256, 700, 1800, 6000, 9000]) {
      const { log, kept } = await logWith(kilobytes * KB);
      expect(await findLivePart({ storage, path }, log.length)).toBe(kept);
    }
  });

  it("is found where its compaction is cut by the end of what is read at once", async () => {
    for (const cut of [64 * KB, 128 * KB, 192 * KB]) {
      for (let shift = -2; shift <= 30; shift += 1) {
        const { log, compaction } = await logWith(cut + shift);
        const found = await findLast({ storage, path }, { type: "compaction", end: log.length });
        expect(found?.start).toBe(compaction);
      }
    }
  });

  it("is all of a log without a compaction", async () => {
    await logWith(100 * KB);
    expect(await findLivePart({ storage, path }, 300 * KB)).toBe(0);
  });
});

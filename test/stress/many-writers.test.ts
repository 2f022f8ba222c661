import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { auditMemories, readLedger } from "./ledger.ts";
import { bundlePrograms, startProgram, type StressPrograms } from "./processes.ts";

let programs: StressPrograms;
const newFolder = () => mkdtemp(join(tmpdir(), "daybook-stress-"));

beforeAll(async () => {
  programs = await bundlePrograms(await newFolder());
});

describe("many processes on one memory", () => {
  test(
    "8 processes with 50 saves each: 400 files, 400 index lines, no error",
    { timeout: 600_000 },
    async () => {
      const home = await newFolder();
      const writers = Array.from({ length: 8 }, (_, index) =>
        startProgram(programs.writer, [home, `w${index}`, "50"]),
      );
      const ends = await Promise.all(writers.map((writer) => writer.ended));
      expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]));
      const said = writers.flatMap((writer) => writer.lines());
      expect(said.filter((line) => line.startsWith("ack"))).toHaveLength(400);
      expect(said.filter((line) => line.startsWith("double"))).toEqual([]);
      expect(readdirSync(join(home, "memory"))).toHaveLength(401);
      expect(
        readFileSync(join(home, "memory", "MEMORY.md"), "utf8")
          .trimEnd()
          .split("\n"),
      ).toHaveLength(400);
      expect(auditMemories(home, readLedger(said))).toEqual([]);
    },
  );

  test(
    "FS-01: two writers, and a reader that never sees half of anything",
    { timeout: 600_000 },
    async () => {
      for (let repeat = 0; repeat < 5; repeat += 1) {
        const home = await newFolder();
        const reader = startProgram(programs.reader, [home]);
        const writers = ["a", "b"].map((name) => startProgram(programs.writer, [home, name, "25"]));
        for (const writer of writers) expect((await writer.ended).code).toBe(0);
        reader.child.stdin?.end();
        await reader.ended;
        expect(reader.lines().filter((line) => line.startsWith("half"))).toEqual([]);
        expect(reader.lines().at(-1)).toMatch(/^looks [1-9]/);
        expect(auditMemories(home, readLedger(writers.flatMap((writer) => writer.lines())))).toEqual([]);
        expect(readdirSync(join(home, "memory"))).toHaveLength(51);
      }
    },
  );
});

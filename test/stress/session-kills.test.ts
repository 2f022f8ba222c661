import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { runNoteKills } from "./note-kills.ts";
import { bundlePrograms, type StressPrograms } from "./processes.ts";
import { runSessionKills } from "./session-kills.ts";

let programs: StressPrograms;
const newFolder = () => mkdtemp(join(tmpdir(), "daybook-stress-"));

beforeAll(async () => {
  programs = await bundlePrograms(await newFolder());
});

describe("a session that is killed again and again", () => {
  test(
    "30 rounds of kill -9 at random moments: every acknowledged record is there",
    { timeout: 600_000 },
    async () => {
      const report = await runSessionKills({
        ...programs,
        project: join(await newFolder(), "projects", "stress-0123456789ab"),
        rounds: 30,
        random: Math.random,
      });
      expect(report.faults).toEqual([]);
      expect(report).toMatchObject({ rounds: 30, kills: 30 });
      expect(report.acknowledged).toBeGreaterThan(30);
    },
  );
});

describe("notes that are killed again and again", () => {
  test(
    "10 rounds of kill -9 at random moments: each turn that was answered is noted exactly once",
    { timeout: 600_000 },
    async () => {
      const home = await newFolder();
      const report = await runNoteKills({ ...programs, home, rounds: 10, random: Math.random });
      expect(report.faults).toEqual([]);
      expect(report).toMatchObject({ rounds: 10, kills: 10 });
      expect(report.answered).toBeGreaterThan(5);
    },
  );
});

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { runKillRounds } from "./kill-rounds.ts";
import { bundlePrograms, type StressPrograms } from "./processes.ts";

let programs: StressPrograms;
const newFolder = () => mkdtemp(join(tmpdir(), "daybook-stress-"));

beforeAll(async () => {
  programs = await bundlePrograms(await newFolder());
});

describe("a memory whose writers are killed again and again", () => {
  test(
    "30 rounds of kill -9 at random moments: every acknowledged change is there",
    { timeout: 600_000 },
    async () => {
      const report = await runKillRounds({
        ...programs,
        home: await newFolder(),
        rounds: 30,
        random: Math.random,
      });
      expect(report.faults).toEqual([]);
      expect(report).toMatchObject({ rounds: 30 });
      expect(report.kills).toBeGreaterThan(15);
    },
  );
});

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["test/support/whole-run.ts"],
    // Processes, not threads: tests send signals and hold locks as a process does.
    pool: "forks",
    // No test changes a module or leaves a global behind, so files of one worker share what they import.
    isolate: false,
    // More workers than cores where those are few: much of the time goes into waiting for child processes.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Nothing here asserts a time: these only end what hangs, and leave room for a machine ten times as busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Where nobody watches, a terminal test that a busy machine starved gets a second chance.
    retry: process.env["CI"] ? 1 : 0,
  },
});

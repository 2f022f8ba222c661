import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: ["test/support/whole-run.ts"],
    // Processes, not threads: tests send signals and hold locks as a process does.
    pool: "forks",
    // Room for a busy machine with two cores; nothing here asserts a time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Where nobody watches, a terminal test that a busy machine starved gets a second chance.
    retry: process.env["CI"] ? 1 : 0,
  },
});

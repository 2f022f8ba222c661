import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Processes, not threads: tests chdir-free but signal, lock and measure their own process.
    pool: "forks",
    // Room for a busy machine with two cores; nothing here asserts a time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

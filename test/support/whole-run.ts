/**
 * Around a whole test run: one scratch folder that every test's temporary folders lie in, removed at the end, and
 * the command line built once for all test files that start it as a process.
 */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { straightImports } from "../../scripts/straight-imports.ts";
import { makeScratch } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Absolute path of the built script. */
    cliScript: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await makeScratch({
    memory: "/dev/shm",
    disk: tmpdir(),
    availableMemory: process.availableMemory(),
  });
  // Before the workers start: they inherit it, and so do the processes they start.
  process.env["TMPDIR"] = scratch;
  // No test leaves this machine; to read a store of certificates makes each of a thousand starts half as long again.
  delete process.env["NODE_EXTRA_CA_CERTS"];
  forgetGitSettings();
  const folder = join(scratch, "cli");
  await build({
    entryPoints: ["src/bin/daybook.ts"],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "error",
    // As it is shipped: a process of a test starts as light.
    plugins: [straightImports()],
    banner: {
      js: 'import { createRequire as daybookCreateRequire } from "node:module"; const require = daybookCreateRequire(import.meta.url);',
    },
  });
  project.provide("cliScript", join(folder, "daybook.mjs"));
  return () => rm(scratch, { recursive: true, force: true });
}

/** A hook of git that runs the tests names its own repository, and a person's settings may sign or refuse a commit. */
function forgetGitSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
  process.env["GIT_CONFIG_NOSYSTEM"] = "1";
  process.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
}

/** Builds the command line once for a whole test run: every test file that starts it as a process shares the build. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Absolute path of the built script. */
    cliScript: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-cli-"));
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
    banner: {
      js: 'import { createRequire as daybookCreateRequire } from "node:module"; const require = daybookCreateRequire(import.meta.url);',
    },
  });
  project.provide("cliScript", join(folder, "daybook.mjs"));
  return () => rm(folder, { recursive: true, force: true });
}

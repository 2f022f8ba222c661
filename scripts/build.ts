/**
 * `npm run build`: `dist/cli` (the command line, bundled, heavy parts in chunks of their own),
 * `dist/library` (the entries of `package.json`, packages left outside) and `dist/types`.
 */
import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { build, type BuildOptions } from "esbuild";
import { libraryEntries } from "./library-entries.ts";

const shared = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
} satisfies BuildOptions;

// Bundled CommonJS packages call `require`, which an ES module does not have.
const requireBanner =
  'import { createRequire as daybookCreateRequire } from "node:module"; const require = daybookCreateRequire(import.meta.url);';

async function main(): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile("package.json", "utf8"));
  await rm("dist", { recursive: true, force: true });
  await Promise.all([buildCli(), buildLibrary(libraryEntries(manifest))]);
  execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
}

async function buildCli(): Promise<void> {
  await build({
    ...shared,
    entryPoints: ["src/bin/daybook.ts"],
    outdir: "dist/cli",
    chunkNames: "chunks/[name]-[hash]",
    minify: true,
    keepNames: true,
    banner: { js: requireBanner },
    legalComments: "linked",
  });
}

async function buildLibrary(entries: readonly string[]): Promise<void> {
  await build({
    ...shared,
    entryPoints: [...entries],
    outdir: "dist/library",
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
  });
}

await main();

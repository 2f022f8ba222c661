/**
 * `npm run build`: `dist/cli` (the command line, bundled, heavy parts in chunks of their own),
 * `dist/library` (the entries of `package.json`, packages left outside) and `dist/types`.
 */
import { execFileSync } from "node:child_process";
import { readFile, rename, rm } from "node:fs/promises";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { libraryEntries } from "./library-entries.ts";
import { straightImports } from "./straight-imports.ts";

// Built beside `dist` and then put in its place: a build that fails leaves the last good one.
const workshop = "dist.next";

const shared = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
} satisfies BuildOptions;

// Bundled CommonJS packages call `require`, which an ES module does not have, and only for what comes with Node.
// `createRequire` would do it too, but at a cost for every chunk that is loaded.
const requireBanner = "const require = (name) => process.getBuiltinModule(name);";

async function main(): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile("package.json", "utf8"));
  await rm(workshop, { recursive: true, force: true });
  await Promise.all([buildCli(), buildLibrary(libraryEntries(manifest))]);
  execFileSync("tsc", ["-p", "tsconfig.build.json", "--outDir", `${workshop}/types`], { stdio: "inherit" });
  await rm("dist", { recursive: true, force: true });
  await rename(workshop, "dist");
}

async function buildCli(): Promise<void> {
  const options = {
    ...shared,
    outdir: `${workshop}/cli`,
    // Identifiers stay whole: they cost nothing to load, and a stack trace can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: requireBanner },
    legalComments: "linked",
  } satisfies BuildOptions;
  // The short way is bundled alone: shared with the rest, it would lie in twenty files.
  await build({
    ...options,
    entryPoints: ["src/bin/quick.ts"],
    chunkNames: "chunks/quick-[name]-[hash]",
    plugins: [straightImports()],
  });
  await build({
    ...options,
    entryPoints: ["src/bin/daybook.ts"],
    chunkNames: "chunks/[name]-[hash]",
    plugins: [quickApart, straightImports()],
  });
}

/** Leaves the import of the short way to its own file. */
const quickApart: Plugin = {
  name: "quick-apart",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\/quick\.ts$/ }, () => ({ path: "./quick.js", external: true }));
  },
};

async function buildLibrary(entries: readonly string[]): Promise<void> {
  await build({
    ...shared,
    entryPoints: [...entries],
    outdir: `${workshop}/library`,
    chunkNames: "chunks/[name]-[hash]",
    packages: "external",
  });
}

try {
  await main();
} catch (error) {
  // esbuild and tsc have told their errors already; the sentence here names the step.
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/**
 * `npm run build`: `dist/cli` (the command line, bundled, heavy parts in chunks of their own),
 * `dist/library` (the entries of `package.json`, packages left outside) and `dist/types`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { keepCode } from "./keep-code.ts";
import { libraryEntries } from "./library-entries.ts";
import { lightParts } from "./light-parts.ts";
import { markLength } from "./load-script.ts";
import { plainRegexes } from "./plain-regexes.ts";
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

// A server checks a few messages by each of its schemas: to compile them first takes longer than that.
const zodBanner = "globalThis.__zod_globalConfig = { jitless: true };";

/** The scripts of `load-script.ts`: functions of what a CommonJS file knows. */
const scriptEnd = ".script.js";
const scriptHead = "(function (exports, require, module, importLater) {";

async function main(): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile("package.json", "utf8"));
  await rm(workshop, { recursive: true, force: true });
  await Promise.all([buildCli(), buildLibrary(libraryEntries(manifest))]);
  await keepCode(`${workshop}/cli`);
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
    alias: {
      // Its main file asks for its parts in a way that no bundler can follow.
      "jsonc-parser": "jsonc-parser/lib/esm/main.js",
      "@modelcontextprotocol/server/_shims": resolve("scripts/mcp-shims.ts"),
    },
  } satisfies BuildOptions;
  // Each short way is one script: shared with the rest, it would lie in twenty files, and each costs a start a hundredth
  // of Node's own. What it loads only if need be comes from the other build.
  const loadedLater = new Map<string, string>();
  const apart = {
    ...options,
    splitting: false,
    format: "cjs",
    plugins: [laterElsewhere(loadedLater), straightImports()],
  } satisfies BuildOptions;
  const script = {
    ...apart,
    outExtension: { ".js": scriptEnd },
    footer: { js: "})" },
  } satisfies BuildOptions;
  await build({
    ...script,
    entryPoints: ["src/bin/quick.ts"],
    banner: { js: scriptHead },
    plugins: [lightParts(), ...script.plugins],
  });
  await build({ ...script, entryPoints: ["src/bin/mcp.ts"], banner: { js: scriptHead + zodBanner } });
  for (const name of ["quick", "mcp"]) {
    const path = join(workshop, "cli", name + scriptEnd);
    await writeFile(path, marked(importsByLoader(plainRegexes(await readFile(path, "utf8")))));
  }
  await build({
    ...apart,
    entryPoints: ["src/bin/daybook.ts"],
    outExtension: { ".js": ".cjs" },
    banner: {},
    plugins: [shortWaysAsScripts, laterElsewhere(loadedLater), straightImports()],
  });
  await build({
    ...options,
    entryPoints: Object.fromEntries(loadedLater),
    chunkNames: "chunks/[name]-[hash]",
    plugins: [straightImports()],
  });
}

/** A script that V8 takes from compiled code has no way to import (`load-script.ts`): whoever loads it does so for it. */
function importsByLoader(script: string): string {
  return script.replaceAll(/\bimport\((?=["'])/gu, "importLater(");
}

/** Ends a script with a mark of its content, which the code made of it bears too. */
function marked(script: string): string {
  return `${script}//${createHash("sha256").update(script).digest("hex").slice(0, markLength)}`;
}

/** Leaves every lazy import to a file of another build, and notes which files that one must make of what. */
function laterElsewhere(noted: Map<string, string>): Plugin {
  return {
    name: "later-elsewhere",
    setup(bundle) {
      bundle.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const source = relative("src", resolve(resolveDir, path));
        const name = `later/${source.replace(/\.ts$/, "").replaceAll(sep, "-")}`;
        noted.set(name, join("src", source));
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

/** Lets the start load the short ways as scripts. */
const shortWaysAsScripts: Plugin = {
  name: "short-ways-as-scripts",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\/(?:quick|mcp)\.ts$/ }, ({ kind, path }) => {
      return kind === "dynamic-import" ? { path, namespace: "script" } : undefined;
    });
    bundle.onLoad({ filter: /./, namespace: "script" }, ({ path }) => ({
      contents: `
        import { join } from "node:path";
        import { loadScript } from "./scripts/load-script.ts";
        const importLater = (name) => import(name);
        module.exports = loadScript(join(__dirname, ${JSON.stringify(path.replace(/\.ts$/, scriptEnd))}), require, importLater).exports;`,
      resolveDir: ".",
    }));
  },
};

async function buildLibrary(entries: readonly string[]): Promise<void> {
  const options = { ...shared, outdir: `${workshop}/library`, packages: "external" } satisfies BuildOptions;
  const [root, others] = [entries.filter(isRoot), entries.filter((entry) => !isRoot(entry))];
  // As with the short way: in one file it holds only what it uses itself, and an import costs half as much.
  const loadedLater = new Map<string, string>();
  await build({
    ...options,
    entryPoints: root,
    splitting: false,
    plugins: [laterElsewhere(loadedLater)],
  });
  await build({
    ...options,
    entryPoints: {
      ...Object.fromEntries(others.map((entry) => [nameOf(entry), entry])),
      ...Object.fromEntries(loadedLater),
    },
    chunkNames: "chunks/[name]-[hash]",
  });
}

function nameOf(entry: string): string {
  return relative("src/library", entry).replace(/\.ts$/, "");
}

function isRoot(entry: string): boolean {
  return entry === "src/library/index.ts";
}

try {
  await main();
} catch (error) {
  // esbuild and tsc have told their errors already; the sentence here names the step.
  process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

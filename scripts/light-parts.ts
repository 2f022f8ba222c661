import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import * as startFiles from "./start-files.ts";

/** What comes with Node, would cost a start of `recall` or `hook` most to load, and can be answered without it. */
const heavy = "node:fs/promises";

/** Puts `start-files.ts` in the place of Node's own; the rest of that is loaded when it is called. */
export function lightParts(): Plugin {
  return {
    name: "light-parts",
    setup(bundle) {
      bundle.onResolve({ filter: /^node:fs\/promises$/ }, ({ path }) => ({ path, namespace: "light" }));
      bundle.onLoad({ filter: /./, namespace: "light" }, () => ({
        contents: lightModule(resolve("scripts/start-files.ts")),
        resolveDir: ".",
      }));
      // As it is loaded it opens standard output, which a hook may not need.
      bundle.onResolve({ filter: /^picocolors$/ }, ({ path, kind }) =>
        kind === "import-statement" ? { path, namespace: "late" } : undefined,
      );
      bundle.onLoad({ filter: /./, namespace: "late" }, ({ path }) => ({
        contents: `export function createColors(...given) { return require("${path}").createColors(...given); }`,
        resolveDir: ".",
      }));
    },
  };
}

function lightModule(light: string): string {
  const loaded = `process.getBuiltinModule(${JSON.stringify(heavy)})`;
  const others = Object.keys(process.getBuiltinModule(heavy)).filter((name) => !(name in startFiles));
  return [
    `export * from ${JSON.stringify(light)};`,
    ...others.map((name) => `export function ${name}(...given) { return ${loaded}.${name}(...given); }`),
  ].join("\n");
}

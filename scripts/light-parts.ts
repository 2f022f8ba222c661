import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import * as startCrypto from "./start-crypto.ts";
import * as startFiles from "./start-files.ts";

/**
 * What comes with Node and would cost a start of `recall` or `hook` most to load, and what stands for some of it. The
 * rest of it is loaded when it is called.
 */
const lightOnes = new Map([
  ["node:crypto", { file: "scripts/start-crypto.ts", names: Object.keys(startCrypto) }],
  ["node:fs/promises", { file: "scripts/start-files.ts", names: Object.keys(startFiles) }],
]);

/** Puts the light parts in the place of Node's own. */
export function lightParts(): Plugin {
  return {
    name: "light-parts",
    setup(bundle) {
      bundle.onResolve({ filter: /^node:/ }, ({ path }) =>
        lightOnes.has(path) ? { path, namespace: "light" } : undefined,
      );
      bundle.onLoad({ filter: /./, namespace: "light" }, ({ path }) => {
        const { file, names } = lightOnes.get(path) ?? { file: path, names: [] };
        const others = Object.keys(process.getBuiltinModule(path) ?? {}).filter(
          (name) => !names.includes(name),
        );
        return { contents: moduleOf({ path, light: resolve(file), others }), resolveDir: "." };
      });
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

function moduleOf({ path, light, others }: Record<"path" | "light", string> & { others: string[] }): string {
  const loaded = `process.getBuiltinModule(${JSON.stringify(path)})`;
  return [
    `export * from ${JSON.stringify(light)};`,
    ...others.map((name) => `export function ${name}(...given) { return ${loaded}.${name}(...given); }`),
  ].join("\n");
}

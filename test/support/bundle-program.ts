import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { straightImports } from "../../scripts/straight-imports.ts";

/**
 * Bundles a program, given as its text with absolute paths in its imports, into one file that Node starts as it is: a
 * loader that compiles what is imported costs each start ten times as much.
 */
export async function bundleProgram(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "daybook-program-")), "program.mjs");
  await build({
    stdin: { contents: text, loader: "ts", resolveDir: import.meta.dirname },
    outfile: file,
    bundle: true,
    plugins: [straightImports()],
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return file;
}

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { straightImports } from "../../scripts/straight-imports.ts";

/** Absolute paths of bundled programs. */
export interface StressPrograms {
  writer: string;
  reader: string;
  sessionWriter: string;
  noteTaker: string;
}

/** Bundles each program into one light file of a folder: it is started a hundred times, and every file to load counts. */
export async function bundlePrograms(folder: string): Promise<StressPrograms> {
  const here = fileURLToPath(new URL(".", import.meta.url));
  await build({
    entryPoints: ["writer.ts", "reader.ts", "session-writer.ts", "note-taker.ts"].map((name) =>
      join(here, name),
    ),
    outdir: folder,
    bundle: true,
    minify: true,
    keepNames: true,
    plugins: [straightImports()],
    format: "esm",
    platform: "node",
    target: "node20",
    outExtension: { ".js": ".mjs" },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return {
    writer: join(folder, "writer.mjs"),
    reader: join(folder, "reader.mjs"),
    sessionWriter: join(folder, "session-writer.mjs"),
    noteTaker: join(folder, "note-taker.mjs"),
  };
}

/** A running program and all it said so far. */
export interface RunningProgram {
  child: ChildProcess;
  lines(): string[];
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
}

export function startProgram(file: string, argv: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, [file, ...argv], { stdio: ["pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>(
    (resolve) => {
      child.on("close", (code, signal) => resolve({ code, signal, stderr }));
    },
  );
  return { child, lines: () => stdout.split("\n").filter((line) => line !== ""), ended };
}

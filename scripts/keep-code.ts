/** Compiles the short ways ahead, by what their commands really use: see `load-script.ts`. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

// Inside node_modules, where git and npm pass it over.
const program = resolve("node_modules/.cache/daybook-run-and-keep.cjs");

interface ShortWay {
  /** Absolute path of the script. */
  script: string;
  /** What it hands out. */
  run: string;
  /** Command lines, and what each reads. Nearly the whole of a start is the same for all of them. */
  lines: readonly (readonly [line: readonly string[], input: unknown])[];
}

/** Keeps compiled code beside the scripts in this folder of the build. */
export async function keepCode(folder: string): Promise<void> {
  await build({
    entryPoints: ["scripts/run-and-keep.ts"],
    outfile: program,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  });
  const scratch = await mkdtemp(join(tmpdir(), "daybook-build-"));
  try {
    for (const way of shortWays(resolve(folder), scratch)) await runLines(way, scratch);
  } catch (error) {
    // A start without it is right, only slower.
    process.stderr.write(
      `build: starts will be slower, ${error instanceof Error ? error.message : String(error)}\n`,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function shortWays(folder: string, cwd: string): ShortWay[] {
  const hook = ["hook", "--host", "claude"];
  const prompt = "How do we commit? Always with a prefix, from now on.";
  const call = { session_id: "s", cwd, prompt };
  const client = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "build", version: "1" },
  };
  return [
    {
      script: join(folder, "quick.script.js"),
      run: "runQuickly",
      lines: [
        [["search", "commit prefix"], null],
        [["recall", prompt], null],
        [[...hook, "SessionStart"], call],
        [[...hook, "UserPromptSubmit"], call],
        [[...hook, "Stop"], call],
      ],
    },
    {
      script: join(folder, "mcp.script.js"),
      run: "runMcp",
      lines: [[["mcp"], { jsonrpc: "2.0", id: 1, method: "initialize", params: client }]],
    },
  ];
}

/** Each takes up what those before it kept. */
async function runLines({ script, run, lines }: ShortWay, scratch: string): Promise<void> {
  const home = join(scratch, "home");
  await mkdir(join(home, "memory"), { recursive: true });
  await writeFile(join(home, "memory", "commit-prefix.md"), memory);
  for (const [line, input] of lines) {
    execFileSync(process.execPath, [program, script, run, ...line], {
      cwd: scratch,
      env: { ...process.env, DAYBOOK_HOME: home, NODE_OPTIONS: "" },
      input: input === null ? "" : `${JSON.stringify(input)}\n`,
      stdio: ["pipe", "ignore", "inherit"],
      timeout: 60_000,
    });
  }
}

const memory = `---
name: commit prefix
description: how a commit message begins
type: feedback
modified: 2026-11-29T17:15:00Z
---
Commit messages begin with feat: or fix:.
`;

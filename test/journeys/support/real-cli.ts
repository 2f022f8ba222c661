import { spawn } from "node:child_process";
import { inject } from "vitest";

/** The command line as people run it: bundled from today's source, once for the whole test run. */
export interface RealCli {
  /** Absolute path of the script to start with Node. */
  script: string;
}

export function realCli(): RealCli {
  return { script: inject("cliScript") };
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Standard input; empty when left out. */
  input?: string | Buffer;
}

/** What a process left behind. */
export interface RunResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end with an environment of its own: nothing of this machine's settings leaks in. */
export async function runProgram(
  command: readonly string[],
  { cwd, env = {}, input = "" }: RunOptions,
): Promise<RunResult> {
  const [program = "", ...words] = command;
  const child = spawn(program, words, { cwd, env: { PATH: process.env["PATH"] ?? "", ...env } });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

import { PassThrough, Writable } from "node:stream";
import type { Host } from "../../../src/app/index.ts";
import { main } from "../../../src/cli/index.ts";
import type { RunOptions, RunResult } from "./real-cli.ts";

/**
 * The command line as `runProgram` runs it, without a process of its own: the same arguments, environment, folders and
 * files, a tenth of the cost. What is about processes (signals, pipes, starts, kills) is tried with real ones.
 */
export async function runInProcess(
  given: readonly string[],
  { cwd, env = {}, input = "" }: RunOptions,
): Promise<RunResult> {
  const stdin = new PassThrough();
  stdin.end(input);
  const stdout = collector();
  const stderr = collector();
  const host: Host = {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    platform: process.platform,
    userHome: env["HOME"] ?? "",
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    self: [process.execPath],
    now: () => new Date(),
    cwd: () => cwd,
    onInterrupt: () => () => {},
  };
  const code = await main(given, host);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _encoding, written) {
      chunks.push(Buffer.from(chunk));
      written();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

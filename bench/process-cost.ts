/** Measures whole processes, by what the kernel counted for them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Cost } from "./measure.ts";

// Node does not tell what a child used. The shell's `time` does: it reads the kernel's count when it has waited
// for the child (user and system, to the millisecond), and adds nothing of its own.
const timedShell = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>&1 <"$BENCH_INPUT"';

/** What one run of a program took, with a file as its standard input. Fails when the program does. */
export async function processCost(
  command: readonly string[],
  { env, input = "/dev/null" }: { env?: Record<string, string>; input?: string } = {},
): Promise<Cost> {
  const child = spawn("bash", ["-c", timedShell, "bash", ...command], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env, BENCH_INPUT: input, LC_ALL: "C" },
  });
  let told = "";
  child.stderr.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}`);
  return parseTimes(told);
}

/** `0.041 0.030 0.012` (wall, user, system seconds) in milliseconds. */
export function parseTimes(text: string): Cost {
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = text
    .trim()
    .split(/\s+/)
    .map((seconds) => Number(seconds) * 1000);
  if (!Number.isFinite(wall + user + system)) throw new Error(`The shell's time was not understood: ${text}`);
  return { wall, cpu: user + system };
}

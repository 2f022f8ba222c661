import type { Host } from "../../app/index.ts";
import { createKeptOutput, runCommand, type CommandEnd } from "../../tools/index.ts";

/** How a command that the person typed ended. */
export interface ShellResult {
  /** What it wrote, standard output and error as they came; the middle of a long output is left out. */
  output: string;
  /** `exit code 1`, `ended by SIGTERM`; null when all went well. */
  failure: string | null;
}

export interface ShellOptions {
  host: Pick<Host, "env" | "cwd" | "platform">;
  /** Ends the command and what it started. */
  signal: AbortSignal;
  /** Called with each piece of output. */
  onOutput(text: string): void;
}

/** The longest that a timer can wait: the person looks on and ends it when it is enough. */
const NO_LIMIT_MS = 2_147_483_647;

/**
 * One line with a `!` before it is a command. A text that was pasted may begin with `!!!` or with an image
 * (`![logo](a.png)`), and its further lines were never meant for a shell.
 */
export function isShellLine(line: string): boolean {
  return /^\s*!(?![![]).*$/u.test(line);
}

/**
 * Runs a line in the person's shell. It reads nothing: its standard input is empty. It ends with daybook.
 * Never fails.
 */
export async function runShellLine(line: string, options: ShellOptions): Promise<ShellResult> {
  const { env, cwd, platform } = options.host;
  const isWindows = platform === "win32";
  const kept = createKeptOutput(undefined);
  // The two ways out come as one: a character is cut in two only within a burst of one of them.
  const decoder = new TextDecoder();
  const take = async (chunk: Uint8Array): Promise<void> => {
    options.onOutput(decoder.decode(chunk, { stream: true }));
    await kept.add(chunk);
  };
  const end = await runCommand({
    program: isWindows ? (env["ComSpec"] ?? "cmd.exe") : (env["SHELL"] ?? "/bin/sh"),
    args: isWindows ? ["/d", "/s", "/c", line] : ["-c", line],
    cwd: cwd(),
    environment: definedOnly(env),
    timeLimitMs: NO_LIMIT_MS,
    mostBytes: Number.POSITIVE_INFINITY,
    onOutput: take,
    signal: options.signal,
  });
  if (end.leftBehind !== null) await take(Buffer.from(`(${end.leftBehind})\n`));
  return { output: await kept.finish(), failure: failureOf(end) };
}

function failureOf({ ended, code, signal, problem }: CommandEnd): string | null {
  if (ended === "aborted") return "interrupted";
  if (ended === "not-started") return problem ?? "it could not be started";
  if (signal !== null) return `ended by ${signal}`;
  return code === 0 ? null : `exit code ${code ?? "unknown"}`;
}

function definedOnly(env: Host["env"]): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

import { spawn } from "node:child_process";
import type { Host } from "../../app/index.ts";
import { messageOf } from "../../errors/index.ts";

/** How a command that the person typed ended. */
export interface ShellResult {
  /** What it wrote, standard output and error as they came, cut in the middle when it was long. */
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

/** Characters of output that a command leaves to the conversation: half from its beginning, half from its end. */
const KEPT_CHARACTERS = 30_000;
const KILL_MS = 2_000;

/** Runs a line in the person's shell. It reads nothing: its standard input is empty. Never fails. */
export async function runShellLine(line: string, options: ShellOptions): Promise<ShellResult> {
  const { env, cwd, platform } = options.host;
  const isWindows = platform === "win32";
  const shell = isWindows ? (env["ComSpec"] ?? "cmd.exe") : (env["SHELL"] ?? "/bin/sh");
  const kept = createKept();
  const child = spawn(shell, isWindows ? ["/d", "/s", "/c", line] : ["-c", line], {
    cwd: cwd(),
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that all it started can be ended together.
    detached: !isWindows,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      kept.add(text);
      options.onOutput(text);
    });
  }
  const end = (name: NodeJS.Signals): void => endGroup(child.pid, name, isWindows);
  let killing: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    end("SIGTERM");
    killing = setTimeout(() => end("SIGKILL"), KILL_MS);
  };
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const failure = await new Promise<string | null>((resolve) => {
      child.once("error", (error) => resolve(messageOf(error)));
      // Something left in the background may keep the pipes open: `exit` is enough, with a moment for the rest.
      child.once("exit", (code, name) =>
        setTimeout(() => resolve(code === 0 ? null : failureOf(code, name)), 50).unref(),
      );
      child.once("close", (code, name) => resolve(code === 0 ? null : failureOf(code, name)));
    });
    return { output: kept.text(), failure };
  } finally {
    clearTimeout(killing);
    options.signal.removeEventListener("abort", onAbort);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function failureOf(code: number | null, name: NodeJS.Signals | null): string {
  return name === null ? `exit code ${code ?? "unknown"}` : `ended by ${name}`;
}

function endGroup(pid: number | undefined, name: NodeJS.Signals, isWindows: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, name);
  } catch {
    // It has ended already.
  }
}

function createKept(): { add(text: string): void; text(): string } {
  const half = KEPT_CHARACTERS / 2;
  let head = "";
  let tail = "";
  let dropped = 0;
  return {
    add(text) {
      const room = half - head.length;
      head += text.slice(0, Math.max(0, room));
      tail += text.slice(Math.max(0, room));
      if (tail.length > half) {
        dropped += tail.length - half;
        tail = tail.slice(tail.length - half);
      }
    },
    text: () => (dropped === 0 ? head + tail : `${head}\n… ${dropped} characters left out …\n${tail}`),
  };
}

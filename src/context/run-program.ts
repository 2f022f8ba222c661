/**
 * Runs one program with a list of arguments: no shell, no input, few environment variables, a time
 * limit, its own process group, and output that never grows beyond a cap.
 */
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join, sep } from "node:path";
import { messageOf } from "../errors/index.ts";

/** Environment variables as the composition root read them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What to run, where, and for how long. */
export interface ProgramRun {
  /** Absolute path of the program. */
  program: string;
  args: readonly string[];
  cwd: string;
  environment: Environment;
  timeLimitMs: number;
  /** Bytes kept of each stream; the rest is counted and dropped. */
  outputBytes: number;
  signal?: AbortSignal;
}

/** How it ended, and what it said. */
export interface ProgramResult {
  ended: "exited" | "timed-out" | "aborted" | "not-started";
  /** Exit code; null unless it exited by itself. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Bytes of both streams that were dropped. */
  dropped: number;
}

const keptVariables =
  /^(?:PATH|HOME|USER|LOGNAME|USERPROFILE|SYSTEMROOT|COMSPEC|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_\w+|XDG_CONFIG_HOME)$/iu;

/** The few variables a child gets, so that none of `GIT_*`, `PAGER` or `LD_PRELOAD` reaches it. */
export function childEnvironment(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && keptVariables.test(name)) kept[name] = value;
  }
  return { ...kept, TERM: "dumb", NO_COLOR: "1" };
}

/**
 * Absolute path of a program on `PATH`, or null. Entries inside `untrustedFolder` and relative ones are
 * passed over: a project must not choose which `git` or `ls` is run.
 */
export async function findProgram(
  name: string,
  options: { environment: Environment; untrustedFolder: string },
): Promise<string | null> {
  const endings = options.environment["PATHEXT"] === undefined ? [""] : [".exe", ""];
  for (const folder of (options.environment["PATH"] ?? "").split(delimiter)) {
    if (!isAbsolute(folder) || (await liesIn(folder, options.untrustedFolder))) continue;
    for (const ending of endings) {
      const candidate = join(folder, name + ending);
      if (await isExecutable(candidate)) return candidate;
    }
  }
  return null;
}

/** Runs to the end, the time limit or the abort; never rejects. */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  if (run.signal?.aborted) return Promise.resolve(notRun("aborted", ""));
  return new Promise((resolve) => {
    const child = spawn(run.program, [...run.args], {
      cwd: run.cwd,
      env: { ...run.environment },
      stdio: ["ignore", "pipe", "pipe"],
      // Its own group, so that what it started dies with it.
      detached: true,
      windowsHide: true,
    });
    let ended: ProgramResult["ended"] = "exited";
    const stdout = collect(child.stdout, run.outputBytes);
    const stderr = collect(child.stderr, run.outputBytes);
    const stop = (reason: "timed-out" | "aborted"): void => {
      ended = reason;
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = (): void => stop("aborted");
    const timer = setTimeout(() => stop("timed-out"), run.timeLimitMs);
    run.signal?.addEventListener("abort", onAbort, { once: true });
    const finish = (result: ProgramResult): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener("abort", onAbort);
      resolve(result);
    };
    child.on("error", (error) => finish(notRun("not-started", messageOf(error))));
    child.on("close", (code) =>
      finish({
        ended,
        code: ended === "exited" ? code : null,
        stdout: stdout.text(),
        stderr: stderr.text(),
        dropped: stdout.dropped() + stderr.dropped(),
      }),
    );
  });
}

function notRun(ended: ProgramResult["ended"], stderr: string): ProgramResult {
  return { ended, code: null, stdout: "", stderr, dropped: 0 };
}

function collect(stream: NodeJS.ReadableStream, limit: number): { text(): string; dropped(): number } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, limit - kept));
    if (part.length > 0) chunks.push(part);
    kept += part.length;
    dropped += chunk.length - part.length;
  });
  return {
    // A character cut in two at the cap is left out.
    text: () => new TextDecoder().decode(Buffer.concat(chunks), { stream: dropped > 0 }),
    dropped: () => dropped,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}

async function liesIn(folder: string, parent: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  return real === parent || real.startsWith(parent.endsWith(sep) ? parent : parent + sep);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Runs a command of the person's or the model's: no input, its own process group, a time limit, an end that
 * takes all it started with it, and output that is passed on as it comes. Never rejects.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { messageOf } from "../errors/index.ts";

/** What to run, where, and for how long. */
export interface CommandRun {
  /** Absolute path of the program. */
  program: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  timeLimitMs: number;
  /** Bytes of output after which it is stopped. */
  mostBytes: number;
  /** Takes both streams; the command waits while it is busy. */
  onOutput(chunk: Uint8Array): Promise<void>;
  signal: AbortSignal;
}

/** How it ended. */
export interface CommandEnd {
  ended: "exited" | "timed-out" | "aborted" | "too-much" | "not-started";
  /** Exit code, null unless it exited by itself. */
  code: number | null;
  /** The signal that ended it from elsewhere. */
  signal: NodeJS.Signals | null;
  /** It exited, but what it left in the background held its output open and was stopped. */
  leftBehind: boolean;
  /** Why it was not started. */
  problem?: string;
}

// After a polite signal, and after the end of a command whose output is still open.
const GRACE_MS = 2_000;
const DRAIN_MS = 1_000;

/** Runs to the end, a limit or the abort. */
export function runCommand(run: CommandRun): Promise<CommandEnd> {
  const end: CommandEnd = { ended: "exited", code: null, signal: null, leftBehind: false };
  if (run.signal.aborted) return Promise.resolve({ ...end, ended: "aborted" });
  let child: ReturnType<typeof start>;
  try {
    child = start(run);
  } catch (error) {
    // Arguments that are too long are refused at once.
    return Promise.resolve({ ...end, ended: "not-started", problem: messageOf(error) });
  }
  const { pid } = child;
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const later = (delay: number, act: () => void): void => void timers.push(setTimeout(act, delay));
    const kill = (): void => killGroup(pid, "SIGKILL");
    const letGo = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = (reason: CommandEnd["ended"]): void => {
      if (end.ended !== "exited") return;
      end.ended = reason;
      killGroup(pid, "SIGTERM");
      later(GRACE_MS, () => {
        kill();
        letGo();
      });
    };
    const onAbort = (): void => stop("aborted");
    run.signal.addEventListener("abort", onAbort, { once: true });
    watch(pid);
    later(run.timeLimitMs, () => stop("timed-out"));
    const finish = (final: CommandEnd): void => {
      for (const timer of timers) clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      // What ignored the polite signal, with its output elsewhere.
      if (final.ended !== "exited") kill();
      unwatch(pid);
      resolve(final);
    };
    child.on("error", (error) => finish({ ...end, ended: "not-started", problem: messageOf(error) }));
    child.on("exit", (code, signal) => {
      if (end.ended === "exited") Object.assign(end, { code, signal });
      later(DRAIN_MS, () => {
        end.leftBehind = end.ended === "exited";
        kill();
        letGo();
      });
    });
    let bytes = 0;
    const take = async (chunk: Uint8Array): Promise<void> => {
      bytes += chunk.length;
      if (bytes > run.mostBytes) return stop("too-much");
      await run.onOutput(chunk);
    };
    const drained = Promise.all([passOn(child.stdout, take), passOn(child.stderr, take)]);
    child.on("close", () => void drained.then(() => finish(end)));
  });
}

function start(run: CommandRun) {
  return spawn(run.program, [...run.args], {
    cwd: run.cwd,
    env: { ...run.environment },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own group and no terminal: it dies as a whole, and nothing in it can wait for a password.
    detached: true,
    windowsHide: true,
  });
}

// daybook's own end must not leave commands running. One listener each, however many run side by side.
const running = new Set<number>();
const endings = ["SIGHUP", "SIGTERM"] as const;

function watch(pid: number | undefined): void {
  if (pid === undefined) return;
  if (running.size === 0) {
    process.on("exit", killRunning);
    for (const signal of endings) process.on(signal, endWith);
  }
  running.add(pid);
}

function unwatch(pid: number | undefined): void {
  if (pid === undefined || !running.delete(pid) || running.size > 0) return;
  process.off("exit", killRunning);
  for (const signal of endings) process.off(signal, endWith);
}

function killRunning(): void {
  for (const pid of running) killGroup(pid, "SIGKILL");
}

function endWith(signal: NodeJS.Signals): void {
  killRunning();
  for (const pid of running) unwatch(pid);
  // As if nobody had listened, unless others do.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

async function passOn(stream: Readable, take: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream) await take(chunk as Uint8Array);
  } catch {
    // Let go in the middle.
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}

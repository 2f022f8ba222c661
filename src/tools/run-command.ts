/**
 * Runs a command of the person's or the model's: no input, its own process group, a time limit, an end that
 * takes all it started with it, and output that is passed on as it comes. Never rejects.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { messageOf } from "../errors/index.ts";
import { isSoon } from "./is-soon.ts";
import { isGroupRunning, killGroup, unwatchGroup, watchGroup } from "./process-group.ts";

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
  signal: string | null;
  /** What became of that which it left running, as half a sentence; null when it left nothing. */
  leftBehind: string | null;
  /** Why it was not started. */
  problem?: string;
}

// After a polite signal; for what a command left running; for its output to close once that is stopped.
const GRACE_MS = 2_000;
const DRAIN_MS = 1_000;
const RELEASE_MS = 1_000;

const LEFT_STOPPED = "what it left running in the background was stopped";
const LEFT_RUNNING =
  "a process it started has got out of its group (as with setsid), could not be stopped and still runs";

/** Runs to the end, a limit or the abort. */
export function runCommand(run: CommandRun): Promise<CommandEnd> {
  const end: CommandEnd = {
    ended: "exited",
    code: null,
    signal: null,
    leftBehind: null,
  };
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
    watchGroup(pid);
    later(run.timeLimitMs, () => {
      if (child.exitCode === null && child.signalCode === null) stop("timed-out");
    });
    let finished = false;
    const finish = (final: CommandEnd): void => {
      if (finished) return;
      finished = true;
      for (const timer of timers) clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      // What ignored the polite signal, with its output elsewhere.
      if (final.ended !== "exited") kill();
      unwatchGroup(pid);
      resolve(final);
    };
    let closed = false;
    let gotAway = false;
    const isQuiet = (): boolean => finished || (closed && !isGroupRunning(pid));
    const settle = async (): Promise<void> => {
      // What ends soon after the command, as `>(tee log)` does, ends by itself.
      if (await isSoon(isQuiet, DRAIN_MS)) return finish(end);
      const wasRunning = isGroupRunning(pid);
      const stopped = wasRunning && end.ended === "exited" ? LEFT_STOPPED : null;
      end.leftBehind = stopped;
      kill();
      if (await isSoon(isQuiet, wasRunning ? RELEASE_MS : 0)) return finish(end);
      // It may not be signalled, or it left the group and holds the output.
      gotAway = true;
      end.leftBehind = isGroupRunning(pid) || stopped === null ? LEFT_RUNNING : `${stopped}; ${LEFT_RUNNING}`;
      letGo();
      if (closed) finish(end);
    };
    child.on("error", (error) => finish({ ...end, ended: "not-started", problem: messageOf(error) }));
    child.on("exit", (code, signal) => {
      if (end.ended === "exited") Object.assign(end, { code, signal });
      void settle();
    });
    let bytes = 0;
    const take = async (chunk: Uint8Array): Promise<void> => {
      bytes += chunk.length;
      if (bytes > run.mostBytes) return stop("too-much");
      await run.onOutput(chunk);
    };
    const drained = Promise.all([passOn(child.stdout, take), passOn(child.stderr, take)]);
    child.on("close", async () => {
      await drained;
      closed = true;
      if (end.ended !== "exited" || gotAway || isQuiet()) finish(end);
    });
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

async function passOn(stream: Readable, take: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream) await take(chunk as Uint8Array);
  } catch {
    // Let go in the middle.
  }
}

import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { DaybookError } from "../errors/index.ts";

// Node's own types are not used for what a host is: who embeds the library may compile without `@types/node`.
interface StandardStream {
  readonly isTTY?: boolean;
  on(event: string, listener: Listener): unknown;
  once(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

// As a method, so that a listener may say what its event brings.
type Listener = { listen(...values: unknown[]): void }["listen"];

/** Standard input as daybook uses it: a stream of bytes that may be a terminal, as `process.stdin` is one. */
export interface InputStream extends StandardStream, AsyncIterable<string | Uint8Array> {
  readonly readable: boolean;
  pause(): unknown;
  resume(): unknown;
  setRawMode?(isRaw: boolean): unknown;
}

/** Standard output or error, as `process.stdout` is one. `columns` is known for terminals only. */
export interface OutputStream extends StandardStream {
  readonly columns?: number;
  write(text: string, written?: (problem?: Error | null) => void): boolean;
}

/** The process daybook runs in. Everything that differs between machines and runs comes from here. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` says it. */
  readonly platform: string;
  /** The person's home folder, absolute; empty when this machine knows none. */
  readonly userHome: string;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** How to start this very program again: the executable and what comes before the arguments. */
  readonly self: readonly [command: string, ...leading: string[]];
  now(): Date;
  /** Fails with `not-found` when the folder was deleted under the shell. */
  cwd(): string;
  /** Calls `listener` instead of ending the process on Ctrl-C; gives a function that ends this. */
  onInterrupt(listener: () => void): () => void;
}

/** The real process. With `bin` the only place that reads it. */
export function processHost(): Host {
  return {
    env: process.env,
    platform: process.platform,
    userHome: userHomeOf([homedir, () => userInfo().homedir]),
    // Getters: touching a standard stream opens it, and most commands need only one of the three.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    self: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    now: () => new Date(),
    cwd: currentFolder,
    onInterrupt: (listener) => {
      process.on("SIGINT", listener);
      return () => void process.off("SIGINT", listener);
    },
  };
}

/**
 * The first of these that gives an absolute folder, else an empty text. An empty or relative `HOME` must
 * not count: a clone's `.agent` in the current folder would become the person's home.
 */
export function userHomeOf(sources: readonly (() => string)[]): string {
  for (const source of sources) {
    try {
      const folder = source();
      if (isAbsolute(folder)) return folder;
    } catch {
      // No HOME, and a user the system has no record of: as in many containers.
    }
  }
  return "";
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new DaybookError(
      "not-found",
      "The current folder no longer exists. Change to a folder that does, then try again.",
      { cause },
    );
  }
}

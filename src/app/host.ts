import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { DaybookError } from "../errors/index.ts";

/** Standard input as daybook uses it: a stream of bytes that may be a terminal. */
export type InputStream = NodeJS.ReadableStream & Partial<Pick<ReadStream, "isTTY" | "setRawMode">>;
/** Standard output or error. `columns` is known for terminals only. */
export type OutputStream = NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns">>;

/** The process daybook runs in. Everything that differs between machines and runs comes from here. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
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

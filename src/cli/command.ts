import type { Book, Daybook, Host } from "../app/index.ts";
import type { Faces } from "./faces.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What every command gets; `Opened` is as much of the person's book as it needs. */
export interface CommandContext<Opened extends Book = Daybook> {
  readonly host: Host;
  readonly terminal: Terminal;
  /** Other faces that were brought along. */
  readonly faces?: Faces | undefined;
  /** Standard output holds JSON and nothing else. */
  readonly json: boolean;
  /**
   * Opens the book of the current folder and tells the person what was noticed on the way, unless `quiet`.
   * `needsShared`: the command itself fails where the shared memory cannot be used, so it is not told twice.
   */
  open(options?: { quiet?: boolean; needsShared?: boolean }): Promise<Opened>;
}

/** A command: what was given in, exit code out. Failures are thrown as `DaybookError`. */
export type Command<Given, Opened extends Book = Daybook> = (
  context: CommandContext<Opened>,
  given: Given,
) => Promise<number>;

export const done = 0;
export const failed = 1;
export const wrongUsage = 2;
/** What a shell expects of a program that Ctrl-C ended. */
export const interrupted = 130;

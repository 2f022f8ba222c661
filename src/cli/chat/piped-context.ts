import { fstat } from "node:fs";
import { promisify } from "node:util";
import type { Host, InputStream } from "../../app/index.ts";
import { readInput } from "../terminal/read-input.ts";
import type { Terminal } from "../terminal/terminal.ts";

const MOST_BYTES = 4_000_000;
const SAID_AFTER_MS = 3_000;
/** A pipe of a shell has somebody at its other end; a socket may only be what a program left open. */
const PIPE_MS = 60_000;
const SOCKET_MS = 3_000;

/**
 * What was piped in beside `-p`; empty at a terminal. Input that does not begin is not waited for without end:
 * programs often start others with an input that they never close. Fails with `invalid` for what is not text.
 */
export async function readPipedContext({ stdin }: Pick<Host, "stdin">, terminal: Terminal): Promise<string> {
  if (stdin.isTTY === true) return "";
  const tooLong = `Standard input is longer than ${MOST_BYTES} bytes, too much to go with a prompt. Give a part of it.`;
  const reading = readInput(stdin, MOST_BYTES, tooLong);
  reading.catch(() => undefined);
  const begun = await hasBegun(stdin, terminal);
  if (begun) return reading;
  terminal.notice("nothing came from standard input; going on without it");
  (stdin as { destroy?: () => void }).destroy?.();
  return "";
}

async function hasBegun(stdin: InputStream, terminal: Terminal): Promise<boolean> {
  const patience = (await isPipe(stdin)) ? PIPE_MS : SOCKET_MS;
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<boolean>((resolve) => {
      const begun = (): void => resolve(true);
      if (stdin.readable === false) begun();
      for (const event of ["data", "end", "close", "error"]) stdin.once(event, begun);
      if (patience > SAID_AFTER_MS) {
        const say = (): void =>
          terminal.notice("waiting for standard input (end it with < /dev/null if there is none)");
        timers.push(setTimeout(say, SAID_AFTER_MS));
      }
      timers.push(setTimeout(() => resolve(false), patience));
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function isPipe(stdin: InputStream): Promise<boolean> {
  const { fd } = stdin as { fd?: number };
  if (typeof fd !== "number") return false;
  return promisify(fstat)(fd).then(
    (found) => found.isFIFO() || found.isFile(),
    () => false,
  );
}

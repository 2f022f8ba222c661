/** Runs the command line as a process: its number becomes the exit code, what it throws becomes one line. */
import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";

interface Emitter {
  on(event: "error" | "uncaughtException", listener: (error: Error) => void): unknown;
}

/** The part of `process` that is used here. */
export interface Host extends Emitter {
  readonly stdout: Emitter;
  readonly stderr: Emitter & { write(text: string): boolean };
  exitCode?: number | string | null | undefined;
  exit(code: number): void;
}

/** A command line: what was typed after its name in, the exit code out. */
export type Main = (given: readonly string[]) => Promise<number>;

/**
 * Runs `main` and leaves its number as the exit code; the process then ends by itself, so that all output
 * is flushed. A reader that went away (`daybook list | head -1`) ends it at once and quietly with 0,
 * any other surprise with one line and 1.
 */
export async function run({
  host,
  given,
  main,
}: {
  host: Host;
  given: readonly string[];
  main: Main;
}): Promise<void> {
  const tell = (error: unknown): number => report(host, error, given);
  host.stdout.on("error", (error) => host.exit(tell(unwritten(error))));
  // Nobody is left to tell.
  host.stderr.on("error", () => host.exit(1));
  host.on("uncaughtException", (error) => host.exit(tell(error)));
  try {
    host.exitCode = await main(given);
  } catch (error) {
    host.exitCode = tell(error);
  }
}

/** Tells the person or the program, if there is anything to tell, and gives the exit code. */
function report(host: Host, error: unknown, given: readonly string[]): number {
  if (systemCodeOf(error) === "EPIPE") return 0;
  const message = oneLine(messageOf(error));
  const code = DaybookError.isInstance(error) ? error.code : "internal";
  const json = asksForJson(given);
  host.stderr.write(json ? `${JSON.stringify({ error: { code, message } })}\n` : `daybook: ${message}\n`);
  return 1;
}

function asksForJson(given: readonly string[]): boolean {
  const end = given.indexOf("--");
  const options = given.slice(0, end < 0 ? undefined : end);
  return options.some(
    (word, index) =>
      /^--(?:json|output=json)$/.test(word) || (word === "--output" && options[index + 1] === "json"),
  );
}

/** The failure of standard output: what was asked for is done, and could not be told. */
function unwritten(error: Error): Error {
  const system = systemCodeOf(error) ?? "unknown";
  if (system === "EPIPE") return error;
  const isFull = system === "ENOSPC" || system === "EDQUOT";
  const why = isFull ? `no space is left there (${system})` : messageOf(error);
  return new DaybookError(isFull ? "no-space" : "io", `Standard output could not be written: ${why}.`, {
    cause: error,
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

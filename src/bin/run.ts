/** Runs the command line as a process: its number becomes the exit code, what it throws becomes one line. */
import { messageOf, systemCodeOf } from "../errors/index.ts";

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
  host.stdout.on("error", (error) => host.exit(report(host, error)));
  // Nobody is left to tell.
  host.stderr.on("error", () => host.exit(1));
  host.on("uncaughtException", (error) => host.exit(report(host, error)));
  try {
    host.exitCode = await main(given);
  } catch (error) {
    host.exitCode = report(host, error);
  }
}

/** Tells the person, if there is anything to tell, and gives the exit code. */
function report(host: Host, error: unknown): number {
  if (systemCodeOf(error) === "EPIPE") return 0;
  host.stderr.write(`daybook: ${oneLine(messageOf(error))}\n`);
  return 1;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}

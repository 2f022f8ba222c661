/** Runs the command line as the process: its number becomes the exit code, what it throws one line. */
import { messageOf, systemCodeOf } from "../errors/index.ts";

/** The part of `process` that is used here. */
export type ProcessLike = Pick<NodeJS.Process, "stdout" | "stderr" | "on" | "exit"> & {
  exitCode?: NodeJS.Process["exitCode"];
};

/** What a face of the command line is: arguments in, exit code out. */
export type Main = (given: readonly string[]) => Promise<number>;

/**
 * Runs `main` and sets the exit code; output is flushed, since the process ends by itself.
 * A reader that went away (`daybook list | head -1`) ends it quietly; any other surprise is one line and 1.
 */
export async function run(host: ProcessLike, given: readonly string[], main?: Main): Promise<void> {
  host.stdout.on("error", (error) => host.exit(fail(host, error)));
  // Without a reader of standard error there is nobody to tell.
  host.stderr.on("error", () => host.exit(1));
  host.on("uncaughtException", (error) => host.exit(fail(host, error)));
  try {
    const start = main ?? (await import("../cli/main.ts")).main;
    host.exitCode = await start(given);
  } catch (error) {
    host.exitCode = fail(host, error);
  }
}

/** Tells the person, if there is anything to tell, and gives the exit code. */
function fail(host: ProcessLike, error: unknown): number {
  if (systemCodeOf(error) === "EPIPE") return 0;
  host.stderr.write(`daybook: ${oneLine(messageOf(error))}\n`);
  return 1;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim();
}

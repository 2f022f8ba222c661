import { CommanderError } from "commander";
import { openDaybook, processHost } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import { DaybookError } from "../errors/index.ts";
import { createContext } from "./command-context.ts";
import { done } from "./command.ts";
import type { Faces } from "./faces.ts";
import { reportFailure } from "./failure.ts";
import { createProgram } from "./program.ts";
import { createTerminal } from "./terminal/terminal.ts";

/** Runs one command line and gives its exit code: 0 done, 1 failed, 2 wrong usage. `faces` are what it may open. */
export async function main(
  given: readonly string[],
  host: Host = processHost(),
  faces?: Faces,
): Promise<number> {
  const terminal = createTerminal(host);
  let json = asksForJson(given);
  let exitCode = done;
  const program = createProgram({
    terminal,
    run: async (start, options) => {
      json = options.json;
      exitCode = await start(createContext({ host, terminal, faces, ...options, open: openDaybook }));
    },
  });
  try {
    await program.parseAsync(given, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return done;
    return reportFailure(terminal, error instanceof CommanderError ? wrongUsageError(error) : error, json);
  }
}

function wrongUsageError(error: CommanderError): DaybookError {
  const sentence = error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
  return new DaybookError("usage", `${sentence}${/[.)?!]$/.test(sentence) ? "" : "."} See daybook --help.`);
}

// Needed only until the options are parsed: a mistake in them is told in the form that was asked for.
function asksForJson(given: readonly string[]): boolean {
  const end = given.indexOf("--");
  const options = given.slice(0, end < 0 ? undefined : end);
  return options.some(
    (word, index) =>
      word === "--json" || word === "--output=json" || (word === "--output" && options[index + 1] === "json"),
  );
}

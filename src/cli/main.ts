import { processHost } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import { createContext } from "./command-context.ts";
import { reportFailure } from "./failure.ts";
import { loadQuick, readQuickLine } from "./quick-line.ts";
import { createTerminal } from "./terminal/terminal.ts";

/**
 * Runs one command line and gives its exit code: 0 done, 1 failed, 2 wrong usage. What stands before every prompt goes
 * the short way: the declarations of all other commands cost as much as a search.
 */
export async function main(given: readonly string[], host: Host = processHost()): Promise<number> {
  const quick = readQuickLine(given);
  if (quick === undefined) return (await import("./run-program.ts")).runProgram(given, host);
  const terminal = createTerminal(host);
  const { json, home } = quick;
  try {
    const command = await loadQuick(quick.name);
    return await command(createContext({ host, terminal, json, ...(home !== undefined && { home }) }), quick);
  } catch (error) {
    return reportFailure(terminal, error, json);
  }
}

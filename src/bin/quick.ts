/** Built into a file of its own: every further file costs a start about a hundredth of Node's own. */
import { quickMain } from "../cli/index.ts";
import { run } from "./run.ts";

/** Runs a command line that can go the short way; false, and nothing is done, where it cannot. */
export async function runQuickly(given: readonly string[]): Promise<boolean> {
  const main = quickMain(given);
  if (main === undefined) return false;
  await (given[0] === "hook" ? runUnheard(main) : run({ host: process, given, main }));
  return true;
}

function leave(): never {
  process.exit(0);
}

/**
 * For another agent, which takes any other code than 0 for a refusal: ends with 0 whatever goes wrong, and at once when
 * all is said, also while an input that nobody closes is open.
 */
async function runUnheard(main: () => Promise<number>): Promise<void> {
  process.on("uncaughtException", leave);
  process.on("unhandledRejection", leave);
  await main().catch(() => undefined);
  leave();
}

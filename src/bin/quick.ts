/** Built into a file of its own: every further file costs a start about a hundredth of Node's own. */
import { quickMain } from "../cli/index.ts";
import { run } from "./run.ts";

/** Runs a command line that can go the short way; false, and nothing is done, where it cannot. */
export async function runQuickly(given: readonly string[]): Promise<boolean> {
  const main = quickMain(given);
  if (main === undefined) return false;
  await run({ host: process, given, main });
  return true;
}

import { main } from "../cli/index.ts";
import { run } from "./run.ts";

/** Runs any command line. */
export function runInFull(given: readonly string[]): Promise<void> {
  return run({ host: process, given, main });
}

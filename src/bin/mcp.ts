/** Built into a file of its own, as `quick.ts` is: agents start it with each of their sessions and wait for it. */
import { quickMcp } from "../cli/index.ts";
import type { Faces } from "../cli/index.ts";
import { serveMcp } from "../mcp/index.ts";
import { run } from "./run.ts";
import { toldToEnd } from "./told-to-end.ts";
import { version } from "./version.ts";

const faces: Faces = {
  serveMcp: (request) => serveMcp({ ...request, version, stop: toldToEnd() }),
};

/** Runs `daybook mcp` where the line is a plain one; false, and nothing is done, where it is not. */
export async function runMcp(given: readonly string[]): Promise<boolean> {
  const main = quickMcp(given, faces);
  if (main === undefined) return false;
  await run({ host: process, given, main });
  return true;
}

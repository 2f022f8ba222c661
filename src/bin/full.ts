import { main } from "../cli/index.ts";
import type { Faces } from "../cli/index.ts";
import { run } from "./run.ts";
import { toldToEnd } from "./told-to-end.ts";
import { version } from "./version.ts";

const faces: Faces = {
  async serveMcp(request) {
    const { serveMcp } = await import("../mcp/index.ts");
    await serveMcp({ ...request, version, stop: toldToEnd() });
  },
};

/** Runs any command line. */
export function runInFull(given: readonly string[]): Promise<void> {
  return run({ host: process, given, main: (line) => main(line, undefined, faces) });
}

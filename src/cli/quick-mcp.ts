import { processHost } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import { mcp } from "./commands/mcp.ts";
import type { Faces } from "./faces.ts";
import { reportFailure } from "./failure.ts";
import { readMcpLine } from "./mcp-line.ts";
import { createTerminal } from "./terminal/terminal.ts";

/** The short way of `daybook mcp`. Undefined for a line that wants the full reader; else as `main`. */
export function quickMcp(
  given: readonly string[],
  faces: Faces,
  host: Host = processHost(),
): (() => Promise<number>) | undefined {
  const line = readMcpLine(given);
  if (line === undefined) return undefined;
  return async () => {
    try {
      return await mcp({ host, faces }, line);
    } catch (error) {
      return reportFailure(createTerminal(host), error, false);
    }
  };
}

import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";
import { toStorageError } from "../storage/index.ts";
import { failed, wrongUsage } from "./command.ts";
import { showLine } from "./terminal/show.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Tells what went wrong on standard error, as a sentence or as JSON, and gives the exit code. */
export function reportFailure(terminal: Terminal, error: unknown, json: boolean): number {
  const { code, message } = asDaybookError(error);
  if (json) terminal.errorJson({ error: { code, message } });
  else terminal.problem(showLine(message));
  return code === "usage" ? wrongUsage : failed;
}

function asDaybookError(error: unknown): DaybookError {
  if (DaybookError.isInstance(error)) return error;
  const system = systemCodeOf(error);
  if (system === "EPIPE") throw error;
  if (system === undefined) return new DaybookError("internal", messageOf(error), { cause: error });
  // The system's refusals come here from wherever nothing better could be said.
  const path = error instanceof Error && "path" in error ? String(error.path) : "";
  return toStorageError(error, path === "" ? "go on" : `use ${path}`);
}

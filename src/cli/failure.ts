import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";
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
  const code =
    system === "ENOSPC" || system === "EDQUOT" ? "no-space" : system === undefined ? "internal" : "io";
  return new DaybookError(code, sentenceOf(error), { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission was denied",
  EPERM: "the operation is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is a file, not a folder",
  EIO: "the disk reported a fault",
};

/** The operating system's refusals as a sentence: they come here from wherever nothing better could be said. */
function sentenceOf(error: unknown): string {
  const system = systemCodeOf(error) ?? "";
  const reason = reasons[system];
  if (reason === undefined) return messageOf(error);
  const path = error instanceof Error && "path" in error ? String(error.path) : "";
  return `${path === "" ? "The system refused" : `${path} could not be used`}: ${reason} (${system}).`;
}

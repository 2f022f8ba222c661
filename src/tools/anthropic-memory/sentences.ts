import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import type { SecretFinding } from "../../guard/index.ts";

/**
 * The refusals of Anthropic's memory tool, word for word where they are documented: models were trained on them.
 * No prefix: who makes a result of them says that it is an error. None names a path of this machine.
 */

/** `view`, `str_replace` and `insert` of what is not there. */
export function noSuchPath(shown: string, hint = ""): DaybookError {
  const more = hint === "" ? "" : ` ${hint}`;
  return new DaybookError(
    "not-found",
    `The path ${shown} does not exist. Please provide a valid path.${more}`,
  );
}

/** `delete` and `rename` of what is not there. */
export function nothingAt(shown: string): DaybookError {
  return new DaybookError("not-found", `The path ${shown} does not exist`);
}

export function alreadyThere(shown: string): DaybookError {
  return new DaybookError("invalid", `File ${shown} already exists`);
}

export function destinationTaken(shown: string): DaybookError {
  return new DaybookError("invalid", `The destination ${shown} already exists`);
}

/** A folder that the tool itself stands on. */
export function fixedFolder(verb: "delete" | "rename", shown: string): DaybookError {
  return new DaybookError("invalid", `Cannot ${verb} the ${shown} directory itself`);
}

export function leadsOut(): DaybookError {
  return new DaybookError("unsafe-path", "Path would escape /memories directory via symlink");
}

export function notRegular(shown: string): DaybookError {
  return new DaybookError("invalid", `Unsupported file type for ${shown}`);
}

function goneMeanwhile(shown: string): DaybookError {
  return new DaybookError(
    "not-found",
    `The file ${shown} no longer exists (may have been deleted or renamed concurrently).`,
  );
}

export function notText(shown: string): DaybookError {
  return new DaybookError(
    "unreadable",
    `${shown} is not UTF-8 text, so it is not edited here: that would damage the rest of it.`,
  );
}

/** What the gate found in a file that was to be written. */
export function holdsSecret(shown: string, findings: readonly SecretFinding[]): DaybookError {
  const places = [...new Set(findings.map(({ kind, line }) => `${kind} in line ${line}`))].join("; ");
  return new DaybookError(
    "secret",
    `Not saved: ${shown} would hold a secret (${places}). These files are plain text that every later session reads. Leave the secret out, and note where it is kept instead.`,
    { data: { findings } },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  ENAMETOOLONG: "the path is too long for this disk",
  EACCES: "permission was denied",
  EPERM: "the operation is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "no space is left on the disk; nothing was changed",
  EDQUOT: "the disk quota is used up; nothing was changed",
  EFBIG: "the file would be larger than the disk allows; nothing was changed",
  EMFILE: "too many files are open; try again",
  ENFILE: "too many files are open; try again",
  EIO: "the disk reported a fault",
  EINVAL: "the disk does not allow such a name",
  EILSEQ: "the disk does not allow such a name",
  ELOOP: "its links form a circle",
};

/** What the operating system refused, told without its own words: those name folders of this machine. */
export function systemRefusal(error: unknown, shown: string): DaybookError {
  if (DaybookError.isInstance(error)) return error;
  const code = systemCodeOf(error);
  if (code === undefined) throw error;
  if (code === "ENOENT") return goneMeanwhile(shown);
  const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code);
  return new DaybookError(
    full ? "no-space" : "io",
    `The path ${shown} cannot be used: ${reasons[code] ?? `the system answered ${code}`}.`,
    { cause: error, data: { code } },
  );
}

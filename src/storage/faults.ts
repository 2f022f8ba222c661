import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

const sentences: Record<string, string> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than the disk allows",
  ENOENT: "nothing can be made in that place",
  EACCES: "permission was denied",
  EPERM: "the operation is not permitted",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  ELOOP: "it is a link that must not be followed",
  EIO: "the disk reported a fault",
  ENAMETOOLONG: "the name is too long for this disk",
};

/** Whether the operating system said that nothing is there. */
export function isMissing(error: unknown): boolean {
  return systemCodeOf(error) === "ENOENT";
}

/** Turns a failed file operation into daybook's error: what was done, to which file, and why it failed. */
export function toStorageError(error: unknown, doing: string, after = ""): DaybookError {
  if (DaybookError.isInstance(error)) return error;
  const code = systemCodeOf(error) ?? "unknown";
  const why = sentences[code] ?? messageOf(error);
  return new DaybookError(FULL.has(code) ? "no-space" : "io", `Cannot ${doing}: ${why} (${code}).${after}`, {
    cause: error,
    data: { code },
  });
}

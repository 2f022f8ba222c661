import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import { toStorageError } from "../../storage/index.ts";

/** A file of another program as it is now. */
export interface HostFileState {
  /** Where its bytes are: behind a link, if the path is one. */
  target: string;
  /** Null where there is none. */
  text: string | null;
  /** Permission bits; undefined where there is none. */
  mode?: number;
}

/** Settings of people are small; what is larger is something else. */
const most = 32 * 1024 * 1024;

/** Reads it. Fails with `invalid` or `io` for what setup could not write back: no text, no plain file, read-only. */
export function readHostFile(path: string): HostFileState {
  const target = targetOf(path);
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return { target, text: null };
  if (!stat.isFile() || stat.size > most) {
    throw new DaybookError(
      "invalid",
      `${path} is ${stat.isFile() ? "too large for a settings file" : "no plain file"}. It is left as it is.`,
    );
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(target);
  } catch (error) {
    throw toStorageError(error, `read ${path}`);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { target, text, mode: stat.mode & 0o777 };
  } catch (cause) {
    throw new DaybookError(
      "unreadable",
      `${path} is not UTF-8 text, so it is left as it is. Convert it, then run this again.`,
      { cause },
    );
  }
}

/** Fails with `io` where the file may not be written: a person who took the right away meant it. */
export function assertHostFileWritable(path: string, { mode }: HostFileState): void {
  if (mode === undefined || (mode & 0o222) !== 0) return;
  throw new DaybookError(
    "io",
    `${path} is read-only, so nothing was changed. Make it writable (chmod u+w), then run this again.`,
    {
      data: { path },
    },
  );
}

/** Whether a path is a link, wherever it leads. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Follows links by hand, as a link may lead to a file that is not there yet. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw toStorageError(error, `follow ${path}`);
  }
  return isLink(path) ? targetOf(resolve(dirname(path), readlinkSync(path))) : path;
}

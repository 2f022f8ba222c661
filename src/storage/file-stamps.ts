import { sep } from "node:path";

import { namesIn, toEntry } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import type { FileLook, FileOperations } from "./files.ts";
import { stampWidth } from "./storage.ts";
import type { FolderStamps } from "./storage.ts";

/** As for `Entry.settled`. */
const SETTLE_MS = 2_000;

/** After so many files other work gets a turn. */
const AT_ONCE = 4_096;

/**
 * What changes with the content of each file of a folder. It stands before every search, so a file costs one
 * system call and a few numbers: no object, no spelled stamp, no wait.
 */
export async function stampFiles(files: FileOperations, place: Place, now: Date): Promise<FolderStamps> {
  const listed = await namesIn(files, place);
  const names: string[] = [];
  const stamps = new Float64Array(listed.length * stampWidth);
  const modified = new Float64Array(listed.length);
  const settled = new Uint8Array(listed.length);
  const settledBefore = now.getTime() - SETTLE_MS;
  const folder = place.absolute + sep;
  for (const [index, { name, kind }] of listed.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    if (kind === "link" && !(await toEntry(files, { place, name, isLink: true, nowNs: 0n }))) continue;
    const look = lookAt(files, folder + name);
    if (look === undefined) continue;
    const count = names.push(name);
    const at = (count - 1) * stampWidth;
    stamps[at] = look.ino;
    stamps[at + 1] = look.size;
    stamps[at + 2] = look.mtimeMs;
    stamps[at + 3] = look.ctimeMs;
    modified[count - 1] = look.mtimeMs;
    settled[count - 1] = look.mtimeMs <= settledBefore && look.ctimeMs <= settledBefore ? 1 : 0;
  }
  return {
    names,
    stamps: stamps.subarray(0, names.length * stampWidth),
    modified: modified.subarray(0, names.length),
    settled: settled.subarray(0, names.length),
  };
}

/** Undefined for what is gone, no file, or cannot be looked at. */
function lookAt(files: FileOperations, path: string): FileLook | undefined {
  try {
    const look = files.look(path);
    return look?.isFile() === true ? look : undefined;
  } catch {
    return undefined;
  }
}

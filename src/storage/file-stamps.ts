import { sep } from "node:path";

import { isMissing, toStorageError } from "./faults.ts";
import type { Place } from "./file-reader.ts";
import type { FileLook, FileOperations } from "./files.ts";
import { assertInside, isUsableName } from "./safe-path.ts";
import { stampWidth } from "./storage.ts";
import type { FolderStamps } from "./storage.ts";
import { isTemporaryName } from "./whole-file.ts";

/** As for `Entry.settled`. */
const SETTLE_MS = 2_000;

/** After so many files other work gets a turn. */
const AT_ONCE = 4_096;

/**
 * What changes with the content of each file of a folder. It stands before every search, in processes that live for
 * one: so a file costs one system call and a few numbers, no object, no spelled stamp, no wait.
 */
export async function stampFiles(files: FileOperations, place: Place, now: Date): Promise<FolderStamps> {
  const listed = await bareNamesIn(files, place);
  const names: string[] = [];
  const stamps = new Float64Array(listed.length * stampWidth);
  const bytes = new Float64Array(listed.length);
  const modified = new Float64Array(listed.length);
  const settled = new Uint8Array(listed.length);
  const settledBefore = now.getTime() - SETTLE_MS;
  const folder = place.absolute + sep;
  for (let index = 0; index < listed.length; index += 1) {
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const name = listed[index] ?? "";
    const look = lookAt(files, folder + name);
    if (look === undefined || isTemporaryName(name) || !isUsableName(name)) continue;
    const numbers = look.isFile()
      ? look
      : look.isSymbolicLink()
        ? await throughLink(files, place, folder + name)
        : undefined;
    if (numbers === undefined) continue;
    const count = names.push(name) - 1;
    const at = count * stampWidth;
    stamps[at] = numbers.ino;
    stamps[at + 1] = numbers.size;
    stamps[at + 2] = numbers.mtimeMs;
    stamps[at + 3] = numbers.ctimeMs;
    bytes[count] = numbers.size;
    modified[count] = numbers.mtimeMs;
    settled[count] = numbers.mtimeMs <= settledBefore && numbers.ctimeMs <= settledBefore ? 1 : 0;
  }
  const { length } = names;
  return {
    names,
    stamps: stamps.subarray(0, length * stampWidth),
    bytes: bytes.subarray(0, length),
    modified: modified.subarray(0, length),
    settled: settled.subarray(0, length),
  };
}

async function bareNamesIn(files: FileOperations, place: Place): Promise<string[]> {
  try {
    await assertInside(files, place.rootFolder, place.absolute);
    return files.bareNames(place.absolute).toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw toStorageError(error, `list ${place.absolute}`);
  }
}

type Numbers = Pick<FileLook, "ino" | "size" | "mtimeMs" | "ctimeMs">;

/** Undefined for what is gone or cannot be looked at. */
function lookAt(files: FileOperations, path: string): FileLook | undefined {
  try {
    return files.look(path);
  } catch {
    return undefined;
  }
}

/** What a link leads to; undefined where that is no file of this root. */
async function throughLink(
  files: FileOperations,
  place: Place,
  absolute: string,
): Promise<Numbers | undefined> {
  try {
    await assertInside(files, place.rootFolder, absolute);
    const { kind, inode, bytes, modifiedNs, changedNs } = await files.stat(absolute);
    if (kind !== "file") return undefined;
    return {
      ino: Number(inode),
      size: bytes,
      mtimeMs: millisecondsOf(modifiedNs),
      ctimeMs: millisecondsOf(changedNs),
    };
  } catch {
    return undefined;
  }
}

// As Node reckons it, to the last bit: a stamp must be the same whichever way a file was looked at.
function millisecondsOf(nanoseconds: bigint): number {
  const second = 1_000_000_000n;
  return Number(nanoseconds / second) * 1_000 + Number(nanoseconds % second) / 1e6;
}

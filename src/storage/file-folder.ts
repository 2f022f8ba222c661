import { sep } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import type { Place } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import { assertInside } from "./safe-path.ts";
import type { FolderReader } from "./storage.ts";

const SCRATCH = 64 * 1024;

/**
 * Following the real path of every file costs more than reading its end. So that of the folder is followed once,
 * and in it only files are opened, never links.
 */
export async function openFolder(files: FileOperations, place: Place): Promise<FolderReader> {
  try {
    await assertInside(files, place.rootFolder, place.absolute);
  } catch (error) {
    throw toStorageError(error, `read ${place.absolute}`);
  }
  // One buffer for all small parts: a new one for each of thousands would keep the collector busy.
  const scratch = Buffer.allocUnsafeSlow(SCRATCH);
  return {
    async read(name, from, to) {
      if (/[/\\\0]/.test(name) || name === "..") {
        throw new DaybookError("unsafe-path", `${JSON.stringify(name)} is no name of a file.`);
      }
      const length = Math.max(0, to - from);
      const into = length <= SCRATCH ? scratch.subarray(0, length) : Buffer.allocUnsafeSlow(length);
      return readPart(files, { absolute: place.absolute + sep + name, from }, into);
    },
  };
}

async function readPart(
  files: FileOperations,
  { absolute, from }: { absolute: string; from: number },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  try {
    const length = await files.readPart(absolute, bytes, from);
    return length === bytes.length ? bytes : bytes.subarray(0, length);
  } catch (error) {
    if (isMissing(error)) return bytes.subarray(0, 0);
    throw toStorageError(error, `read ${absolute}`);
  }
}

import { dirname } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import type { FileOperations, OpenFile } from "./files.ts";
import { fingerprint } from "./journal.ts";
import { separatorAt } from "./journal-file.ts";
import { acquireLock } from "./lock.ts";
import type { HeldLock, LockOptions } from "./lock.ts";
import { quietly } from "./whole-file.ts";

/** Where a line goes, and when the file is set aside. */
export interface LinePlace {
  absolute: string;
  /** Bytes from which on the file is renamed to `<name>.old`, in place of an earlier one. */
  setAsideAt: number;
}

/**
 * Adds one line with one write at the end of the file, so that lines of several processes never mix. A line
 * that a full disk tore is ended by the next one.
 */
export async function appendFileLine(
  { files, locks }: { files: FileOperations; locks: LockOptions },
  { absolute, setAsideAt }: LinePlace,
  line: string,
): Promise<void> {
  if (line.includes("\n")) throw new DaybookError("internal", "A log line holds a line end.");
  try {
    await files.makeFolder(dirname(absolute));
    const handle = await files.open(absolute, "append");
    let size = 0;
    try {
      size = await handle.size();
      await writeOnce(handle, Buffer.from(`${await separatorAt(handle, size)}${line}\n`));
    } finally {
      await handle.close();
    }
    if (size >= setAsideAt) await setAside({ files, locks }, { absolute, setAsideAt });
  } catch (error) {
    throw toStorageError(error, `append to ${absolute}`, " What was there before is whole.");
  }
}

async function writeOnce(handle: OpenFile, bytes: Uint8Array): Promise<void> {
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length);
  // A second write could fall behind another process's line.
  if (bytesWritten < bytes.length) {
    throw Object.assign(new Error("the line was cut"), { code: "ENOSPC" });
  }
}

/** Under a lock, with the size looked at again: of two processes only one renames, and never the fresh file. */
async function setAside(
  { files, locks }: { files: FileOperations; locks: LockOptions },
  { absolute, setAsideAt }: LinePlace,
): Promise<void> {
  let lock: HeldLock;
  try {
    lock = await acquireLock({ ...locks, files, waitMs: 0 }, `lines-${fingerprint(absolute)}`);
  } catch {
    // Someone else does it; the next line that finds the file too long tries again.
    return;
  }
  try {
    if ((await files.stat(absolute)).bytes >= setAsideAt) await files.rename(absolute, `${absolute}.old`);
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    await quietly(() => lock.release());
  }
}

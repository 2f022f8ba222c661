import { dirname } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { toStorageError } from "./faults.ts";
import type { FileOperations, OpenFile } from "./files.ts";
import { separatorAt } from "./journal-file.ts";
import { acquireLock } from "./lock.ts";
import type { HeldLock, LockOptions } from "./lock.ts";
import { leaseName } from "./log-lease.ts";
import type { Log, OpenedLog } from "./storage.ts";
import { makeFolderDurable, quietly, writeAll } from "./whole-file.ts";

/** Opens a log for appending under an exclusive lease; `busy` names a live holder at once. */
export async function openFileLog(
  files: FileOperations,
  locks: LockOptions,
  absolute: string,
): Promise<OpenedLog> {
  let lease: HeldLock;
  try {
    lease = await acquireLock({ ...locks, waitMs: 0 }, leaseName(absolute));
  } catch (error) {
    if (DaybookError.isInstance(error) && error.code === "locked") {
      return { busy: true, holder: String(error.data["holder"]) };
    }
    throw error;
  }
  try {
    await makeFolderDurable(files, dirname(absolute));
    const handle = await files.open(absolute, "append");
    await files.syncFolder(dirname(absolute));
    return { busy: false, log: await createLog(handle, { absolute, lease }) };
  } catch (error) {
    await lease.release();
    throw toStorageError(error, `open ${absolute}`);
  }
}

async function createLog(handle: OpenFile, at: { absolute: string; lease: HeldLock }): Promise<Log> {
  let bytes = await handle.size();
  // The end of a line that a killed writer tore: ended before the next one, never cut.
  let separator = await separatorAt(handle, bytes);
  let queue: Promise<unknown> = Promise.resolve();

  async function appendOne(line: string): Promise<void> {
    if (line.includes("\n")) throw new DaybookError("internal", "A log line holds a line end.");
    const content = Buffer.from(`${separator}${line}\n`);
    try {
      await writeAll(handle, content);
      await handle.datasync();
    } catch (error) {
      await quietly(() => handle.truncate(bytes));
      throw toStorageError(error, `append to ${at.absolute}`, " What was there before is whole.");
    }
    bytes += content.length;
    separator = "";
  }

  return {
    append(line) {
      const result = queue.then(() => appendOne(line));
      queue = result.catch(() => undefined);
      return result;
    },
    get bytes() {
      return bytes;
    },
    async close() {
      await queue;
      await handle.close();
      await at.lease.release();
    },
  };
}

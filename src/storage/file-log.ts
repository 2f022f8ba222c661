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
  let bytes = -1;
  let separator = "";
  let queue: Promise<unknown> = Promise.resolve();

  /** Where the next line goes. A line that a killed writer tore is ended before it, never cut. */
  async function findEnd(): Promise<void> {
    const size = await handle.size();
    if (size === bytes) return;
    separator = await separatorAt(handle, size);
    bytes = size;
  }

  async function appendAll(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    if (lines.some((line) => line.includes("\n"))) {
      throw new DaybookError("internal", "A log line holds a line end.");
    }
    try {
      await findEnd();
      const content = Buffer.from(`${separator}${lines.join("\n")}\n`);
      await writeDurably(content);
      bytes += content.length;
      separator = "";
    } catch (error) {
      throw toStorageError(error, `append to ${at.absolute}`, " What was there before is whole.");
    }
  }

  async function writeDurably(content: Uint8Array): Promise<void> {
    try {
      await writeAll(handle, content);
      await handle.datasync();
    } catch (error) {
      await quietly(() => handle.truncate(bytes));
      throw error;
    }
  }

  await findEnd();
  return {
    append(lines) {
      const result = queue.then(() => appendAll(typeof lines === "string" ? [lines] : lines));
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

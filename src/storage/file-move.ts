import { dirname } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import { stampOf } from "./file-reader.ts";
import type { FileOperations, FileStat } from "./files.ts";
import { acquireLock } from "./lock.ts";
import type { HeldLock, LockOptions } from "./lock.ts";
import { leaseName } from "./log-lease.ts";
import type { LogOutcome } from "./storage.ts";
import { makeFolderDurable, quietly } from "./whole-file.ts";

/** The file work of moving a log, and the locks under which it happens. */
export interface LogMover {
  files: FileOperations;
  locks: LockOptions;
}

/** Moves a log under the leases of both places. A link is never followed: it counts as missing. */
export async function moveFileLog(
  { files, locks }: LogMover,
  { from, to }: { from: string; to: string },
  stamp: string | undefined,
): Promise<LogOutcome> {
  return withLeases({ files, locks }, [from, to], async () => {
    const state = await stateOf(files, from, stamp);
    if (state !== "ready") return state;
    if ((await look(files, to)) !== null) return "exists";
    try {
      await makeFolderDurable(files, dirname(to));
      await files.rename(from, to);
      // The new name first: a power cut between the two leaves two names, never none.
      await files.syncFolder(dirname(to));
      await files.syncFolder(dirname(from));
    } catch (error) {
      throw toStorageError(error, `move ${from} to ${to}`, " It is where it was.");
    }
    return "done";
  });
}

/** Removes a log under its lease. */
export async function removeFileLog(
  { files, locks }: LogMover,
  absolute: string,
  stamp: string | undefined,
): Promise<LogOutcome> {
  return withLeases({ files, locks }, [absolute], async () => {
    const state = await stateOf(files, absolute, stamp);
    if (state !== "ready") return state;
    try {
      await files.unlink(absolute);
      await files.syncFolder(dirname(absolute));
    } catch (error) {
      throw toStorageError(error, `remove ${absolute}`, " It is whole.");
    }
    return "done";
  });
}

async function stateOf(
  files: FileOperations,
  absolute: string,
  stamp: string | undefined,
): Promise<"ready" | "missing" | "changed"> {
  const stat = await look(files, absolute);
  if (stat?.kind !== "file") return "missing";
  return stamp === undefined || stampOf(stat) === stamp ? "ready" : "changed";
}

async function look(files: FileOperations, absolute: string): Promise<FileStat | null> {
  try {
    return await files.lstat(absolute);
  } catch (error) {
    if (isMissing(error)) return null;
    throw toStorageError(error, `look at ${absolute}`);
  }
}

/** In the order of their names, so that two movers never wait for one another; `busy` at once when one is held. */
async function withLeases(
  { files, locks }: LogMover,
  paths: readonly string[],
  work: () => Promise<LogOutcome>,
): Promise<LogOutcome> {
  const held: HeldLock[] = [];
  try {
    for (const name of paths.map(leaseName).toSorted()) {
      held.push(await acquireLock({ ...locks, files, waitMs: 0 }, name));
    }
    return await work();
  } catch (error) {
    if (DaybookError.isInstance(error) && error.code === "locked") return "busy";
    throw error;
  } finally {
    for (const lock of held.toReversed()) await quietly(() => lock.release());
  }
}

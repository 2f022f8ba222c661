import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { DaybookError, systemCodeOf } from "../errors/index.ts";
import { toStorageError, isMissing } from "./faults.ts";
import { nodeFiles } from "./files.ts";
import type { FileOperations } from "./files.ts";
import { createProcessTable, describeOwner, judgeOwner, newOwner, parseOwner } from "./owner.ts";
import type { Owner, ProcessTable } from "./owner.ts";
import { isTemporaryName, temporaryName, writeWhole } from "./whole-file.ts";

/**
 * A lock is a file that names its owner, made whole by link(2): it either is there with all of
 * its content or not at all. It is removed by its owner, or, when its owner is dead, by whoever
 * holds the *break lock* of exactly that acquisition (`<lock>.<nonce>`) and has read the lock
 * again under it. As a nonce never returns and only the holder of its break lock may remove it,
 * no two breakers can remove a lock and a fresh one. A break lock is a lock like any other: one
 * left by a killed breaker is broken in the same way.
 *
 * An owner that cannot be judged from here (another host, another pid namespace) is never robbed.
 */

export interface LockOptions {
  /** Folder of the lock files. */
  directory: string;
  /** How long to wait for a live or unknown owner, milliseconds. */
  waitMs: number;
  files?: FileOperations;
  processes?: ProcessTable;
}

export interface HeldLock {
  /** True when the lock was taken from a dead owner: a writer was killed, so leftovers may lie about. */
  taken: boolean;
  release(): Promise<void>;
}

type Attempt =
  | { outcome: "held"; nonce: string }
  | { outcome: "owned"; owner: Owner | undefined }
  | { outcome: "again" };

/** How often a lost race is run again at once before it counts as waiting. */
const MOST_REPEATS = 20;

let processTable: ProcessTable | undefined;

/** Runs `work` while holding all named locks; `user` is taken first, then the others by name. */
export async function withLocks<T>(
  options: LockOptions & { names: readonly string[] },
  work: (held: { taken: boolean }) => Promise<T>,
): Promise<T> {
  const held: HeldLock[] = [];
  try {
    for (const name of [...new Set(options.names)].toSorted(byLockOrder)) {
      held.push(await acquireLock(options, name));
    }
    return await work({ taken: held.some((lock) => lock.taken) });
  } finally {
    for (const lock of held.toReversed()) await lock.release();
  }
}

function byLockOrder(left: string, right: string): number {
  if (left === "user" || right === "user") return left === "user" ? -1 : 1;
  return left < right ? -1 : 1;
}

/** Takes one lock, waiting for a live owner; fails with `locked` naming the holder and the file. */
export async function acquireLock(options: LockOptions, name: string): Promise<HeldLock> {
  const { files = nodeFiles, waitMs } = options;
  const path = join(options.directory, `${name}.lock`);
  const processes = options.processes ?? (processTable ??= createProcessTable());
  const deadline = performance.now() + waitMs;
  let taken = false;
  let again = 0;
  for (let pauses = 0; ;) {
    const attempt = await tryLock({ files, processes, directory: options.directory, path });
    if (attempt.outcome === "again" && (again += 1) <= MOST_REPEATS) continue;
    if (attempt.outcome === "held") {
      if (taken) await sweepLockFolder({ files, directory: options.directory, name, nonce: attempt.nonce });
      const { nonce } = attempt;
      return { taken, release: () => release(files, path, nonce) };
    }
    const owner = attempt.outcome === "owned" ? attempt.owner : undefined;
    if (owner && judgeOwner(owner, processes) === "dead") {
      await breakLock({ options: { ...options, files, processes }, path, name, dead: owner });
      taken = true;
      continue;
    }
    if (performance.now() >= deadline) throw lockedError(path, owner);
    pauses += 1;
    await sleep(pauseFor(pauses, deadline - performance.now()));
  }
}

/** Short random pauses: many writers spread out, and the next one starts soon after a release. */
function pauseFor(pauses: number, left: number): number {
  const longest = Math.min(2 * pauses, 12);
  return Math.max(0, Math.min(1 + Math.random() * longest, left));
}

async function tryLock(at: {
  files: FileOperations;
  processes: ProcessTable;
  directory: string;
  path: string;
}): Promise<Attempt> {
  // A look first: many waiters cost one read each, and only a free lock is worth a file.
  const present = await readOwner(at.files, at.path);
  if (present !== "free") return { outcome: "owned", owner: present };
  const owner = newOwner(at.processes, new Date());
  try {
    await makeWhole(at.files, at.directory, at.path, JSON.stringify(owner));
    return { outcome: "held", nonce: owner.nonce };
  } catch (error) {
    if (isMissing(error)) {
      // The folder is new, or a sweep took the half-made file: both are mended by trying again.
      await makeLockFolder(at.files, at.directory);
      return { outcome: "again" };
    }
    if (systemCodeOf(error) !== "EEXIST")
      throw toStorageError(error, `lock ${at.path}`, " Nothing was changed.");
    return { outcome: "again" };
  }
}

async function makeLockFolder(files: FileOperations, directory: string): Promise<void> {
  try {
    await files.makeFolder(directory);
  } catch (error) {
    throw toStorageError(error, `make the folder ${directory}`, " Nothing was changed.");
  }
}

/** Makes a file that appears with all its content, and only if none is there. */
async function makeWhole(
  files: FileOperations,
  directory: string,
  path: string,
  content: string,
): Promise<void> {
  const temporary = join(directory, temporaryName());
  const whole = Buffer.from(content);
  await writeWhole(files, { path: temporary, content: whole });
  try {
    await files.link(temporary, path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
    // No hard links on this disk (FAT, some network shares): exclusive create, whole a moment later.
    await writeWhole(files, { path, content: whole });
  } finally {
    await ignoreMissing(files, temporary);
  }
}

/** `undefined` for a lock whose file names no owner. */
async function readOwner(files: FileOperations, path: string): Promise<Owner | undefined | "free"> {
  try {
    return parseOwner(Buffer.from(await files.readFile(path)).toString("utf8"));
  } catch (error) {
    if (isMissing(error)) return "free";
    throw toStorageError(error, `read the lock ${path}`);
  }
}

async function breakLock(at: {
  options: LockOptions & { files: FileOperations };
  path: string;
  name: string;
  dead: Owner;
}): Promise<void> {
  const breakName = `${at.name}.${at.dead.nonce}`;
  const breakLockHeld = await acquireLock(at.options, breakName);
  try {
    const now = await readOwner(at.options.files, at.path);
    if (now !== "free" && now?.nonce === at.dead.nonce) await at.options.files.unlink(at.path);
  } finally {
    await breakLockHeld.release();
  }
}

/**
 * Removes what killed processes left in the folder of locks: break locks of this lock, and
 * half-made files. A break lock is safe to remove while the lock itself is held under another
 * nonce: whoever still holds one of them will read the lock again, see that nonce, and do nothing.
 */
async function sweepLockFolder(at: {
  files: FileOperations;
  directory: string;
  name: string;
  nonce: string;
}): Promise<void> {
  for (const { name } of await at.files.names(at.directory)) {
    const path = join(at.directory, name);
    const isBreakLock = name.startsWith(`${at.name}.`) && name !== `${at.name}.lock`;
    const isOurs = name.startsWith(`${at.name}.${at.nonce}`);
    if ((isBreakLock && !isOurs) || (isTemporaryName(name) && (await isOld(at.files, path)))) {
      await ignoreMissing(at.files, path);
    }
  }
}

/** Half-made lock files live for microseconds; one of an hour ago belongs to nobody. */
async function isOld(files: FileOperations, path: string): Promise<boolean> {
  try {
    return Number((await files.lstat(path)).modifiedNs / 1_000_000n) < Date.now() - 3_600_000;
  } catch {
    return false;
  }
}

/** A person may have removed the lock by hand, and another writer may hold it now: that one is left alone. */
async function release(files: FileOperations, path: string, nonce: string): Promise<void> {
  const owner = await readOwner(files, path);
  if (owner !== "free" && owner?.nonce === nonce) await ignoreMissing(files, path);
}

async function ignoreMissing(files: FileOperations, path: string): Promise<void> {
  try {
    await files.unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw toStorageError(error, `remove ${path}`);
  }
}

function lockedError(path: string, owner: Owner | undefined): DaybookError {
  const holder = owner ? describeOwner(owner) : "an unknown holder";
  return new DaybookError(
    "locked",
    `${holder} is writing and did not finish. Try again; if that process is gone for certain, remove ${path}.`,
    { data: { holder, file: path } },
  );
}

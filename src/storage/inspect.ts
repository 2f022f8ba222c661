import { join } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import { createFileLayout } from "./file-layout.ts";
import type { RootFolders } from "./file-layout.ts";
import type { FileOperations } from "./files.ts";
import { parseJournalLine } from "./journal.ts";
import { acquireLock, withLocks } from "./lock.ts";
import type { LockOptions } from "./lock.ts";
import { createProcessTable, describeOwner, judgeOwner, parseOwner } from "./owner.ts";
import type { ProcessTable } from "./owner.ts";
import type { ScopeName } from "./storage.ts";
import { isTemporaryName, sweepTemporaries } from "./whole-file.ts";

/** For whoever looks after the files themselves: what stands in the way of writers, and what killed ones left. */

/** A lock as it lies in its folder. */
export interface LockLook {
  name: string;
  /** Absolute. */
  file: string;
  /** `unknown`: its holder cannot be judged from here. `odd`: it is no file, so that nobody ever frees it. */
  state: "alive" | "dead" | "unknown" | "odd";
  /** For people. */
  holder: string;
  /** Milliseconds since it was taken. */
  age: number;
  /** Other at each acquisition; empty where the file does not tell. */
  nonce: string;
}

/** What to look at, and by whom. */
export interface InspectOptions {
  folders: RootFolders;
  files: FileOperations;
  now: () => Date;
  processes?: ProcessTable;
}

/** The locks of a home, by name. Those that go while they are looked at are left out. */
export async function lookAtLocks({
  folders,
  files,
  now,
  processes = createProcessTable(),
}: InspectOptions): Promise<LockLook[]> {
  const { lockFolder } = createFileLayout(folders);
  const locks: LockLook[] = [];
  for (const { name, kind } of (await namesIn(files, lockFolder)).toSorted(byName)) {
    if (!name.endsWith(".lock")) continue;
    const file = join(lockFolder, name);
    if (kind !== "file") {
      const what = kind === "folder" ? "a folder" : kind === "link" ? "a link" : "a pipe or a device";
      locks.push({
        name: name.slice(0, -".lock".length),
        file,
        state: "odd",
        holder: what,
        age: 0,
        nonce: "",
      });
      continue;
    }
    try {
      const owner = parseOwner(Buffer.from(await files.readFile(file)).toString("utf8"));
      const taken = Number((await files.lstat(file)).modifiedNs / 1_000_000n);
      locks.push({
        name: name.slice(0, -".lock".length),
        file,
        state: owner === undefined ? "unknown" : judgeOwner(owner, processes),
        holder: owner === undefined ? "an unknown holder" : describeOwner(owner),
        age: Math.max(0, now().getTime() - taken),
        nonce: owner?.nonce ?? "",
      });
    } catch (error) {
      if (!isMissing(error)) throw toStorageError(error, `read the lock ${file}`);
    }
  }
  return locks;
}

/** Takes a lock whose holder is dead from it, as any writer would, and frees it. False where it is held after all. */
export async function freeDeadLock(options: InspectOptions, name: string): Promise<boolean> {
  try {
    await (await acquireLock(lockOptions(options), name)).release();
    return true;
  } catch (error) {
    if (DaybookError.isInstance(error) && error.code === "locked") return false;
    throw error;
  }
}

/** Absolute path of a scope's history. */
export function journalOfScope(folders: RootFolders, scope: ScopeName): string {
  return createFileLayout(folders).journalOf(scope);
}

/** Absolute folder of the locks of a home. */
export function folderOfLocks(folders: RootFolders): string {
  return createFileLayout(folders).lockFolder;
}

/** Name of the lock that every writer of a scope holds. */
export function lockOfScope(folders: RootFolders, scope: ScopeName): string {
  return createFileLayout(folders).lockNameOf(scope);
}

/** Folders in which only a holder of the scope's lock makes temporary files. */
export function foldersOfWriters(folders: RootFolders, scope: ScopeName): string[] {
  return createFileLayout(folders).writtenFolders(scope);
}

/** Removes temporary files in the folders of a scope, under its lock: whoever made them is no more. */
export async function sweepScope(options: InspectOptions, scope: ScopeName): Promise<void> {
  const layout = createFileLayout(options.folders);
  await withLocks({ ...lockOptions(options), names: [layout.lockNameOf(scope)] }, () =>
    sweepTemporaries(options.files, layout.writtenFolders(scope)),
  );
}

function lockOptions({ folders, files, processes }: InspectOptions): LockOptions {
  const directory = createFileLayout(folders).lockFolder;
  return { directory, files, waitMs: 2_000, ...(processes !== undefined && { processes }) };
}

/** A history as its file is. */
export interface JournalLook {
  scope: ScopeName;
  /** Absolute. */
  file: string;
  /** Numbers of the lines that cannot be read, from 1. */
  unreadable: number[];
  /** Its last record was not marked as applied: a writer is at work, or was killed. */
  isUnfinished: boolean;
}

/** Reads a whole history. Null where there is none. */
export async function lookAtJournal(
  { folders, files }: InspectOptions,
  scope: ScopeName,
): Promise<JournalLook | null> {
  const file = createFileLayout(folders).journalOf(scope);
  let bytes: Uint8Array;
  try {
    bytes = await files.readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw toStorageError(error, `read ${file}`);
  }
  const unreadable: number[] = [];
  let isUnfinished = false;
  for (const [at, line] of Buffer.from(bytes).toString("utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJournalLine(line);
    if (parsed === undefined) unreadable.push(at + 1);
    else isUnfinished = parsed.kind === "record";
  }
  return { scope, file, unreadable, isUnfinished };
}

/** Temporary files in a folder, by name. */
export async function leftoversIn(files: FileOperations, folder: string): Promise<string[]> {
  const names = await namesIn(files, folder);
  return names.flatMap(({ name }) => (isTemporaryName(name) ? [name] : [])).toSorted();
}

type Named = Awaited<ReturnType<FileOperations["names"]>>[number];

async function namesIn(files: FileOperations, folder: string): Promise<Named[]> {
  try {
    return await files.names(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw toStorageError(error, `list ${folder}`);
  }
}

function byName(left: Named, right: Named): number {
  return left.name < right.name ? -1 : 1;
}

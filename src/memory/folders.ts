import type { RootName, Storage, StoragePath, Transaction } from "../storage/index.ts";

import { indexName, isMemoryFile } from "../text/index.ts";
import { attempt } from "./readable.ts";
import type { Scope } from "./types.ts";

/** A folder of memories with its own index. Project scope has two where `.agent/memory` is there. */
export interface MemoryFolder {
  scope: Scope;
  path: StoragePath;
  /** It lies in the repository and comes with a clone: nothing in it counts before it is trusted. */
  isShared: boolean;
}

/** What reading needs: a storage, or the transaction of a change. */
export type Reader = Pick<Storage & Transaction, "read" | "names" | "list">;

const userFolder: MemoryFolder = { scope: "user", path: "home/memory", isShared: false };
const privateFolder: MemoryFolder = { scope: "project", path: "project/memory", isShared: false };
const sharedFolder: MemoryFolder = { scope: "project", path: "shared/memory", isShared: true };

/** A reader that lists each folder once: for one operation, or one try of a change. */
export function listingOnce(reader: Reader): Reader {
  const listed = new Map<StoragePath | RootName, Promise<string[]>>();
  return {
    read: (path) => reader.read(path),
    list: (folder) => reader.list(folder),
    names(folder) {
      const names = listed.get(folder) ?? reader.names(folder);
      listed.set(folder, names);
      return names;
    },
  };
}

/** The folders that are open, in the order in which a session sees them: shared before private. */
export function foldersOf(storage: Pick<Storage, "has">, scope?: Scope): MemoryFolder[] {
  const folders = [
    ...(storage.has("home") ? [userFolder] : []),
    ...(storage.has("shared") && storage.has("project") ? [sharedFolder] : []),
    ...(storage.has("project") ? [privateFolder] : []),
  ];
  return folders.filter((folder) => scope === undefined || folder.scope === scope);
}

/** The scopes that are open, user first. */
export function scopesOf(storage: Pick<Storage, "has">): Scope[] {
  return [...new Set(foldersOf(storage).map((folder) => folder.scope))];
}

/** Path of a folder's index. */
export function indexPathOf(folder: MemoryFolder): StoragePath {
  return `${folder.path}/${indexName}`;
}

/** Names of a folder's memory files: every `.md` but the index and hidden ones. */
export async function memoryFilesIn(reader: Pick<Reader, "names">, folder: MemoryFolder): Promise<string[]> {
  return (await reader.names(folder.path)).filter(isMemoryFile);
}

/** As `memoryFilesIn`; a shared folder that cannot be listed (a link that leads out of it) has none. */
export async function usableFilesIn(reader: Pick<Reader, "names">, folder: MemoryFolder): Promise<string[]> {
  const files = await attempt(() => memoryFilesIn(reader, folder));
  if (files.ok) return files.value;
  if (!folder.isShared) throw files.error;
  return [];
}

/** The file name without `.md`. */
export function slugOf(file: string): string {
  return file.slice(0, -".md".length);
}

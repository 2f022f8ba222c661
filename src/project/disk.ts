import { systemCodeOf } from "../errors/index.ts";
import type { FileOperations, FileStat } from "../storage/index.ts";

/** Small readings where "it is not there" is an answer. */

/** The text of a file, or null when there is none or it cannot be read as one. */
export async function readTextIfAny(files: FileOperations, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await files.readFile(path));
  } catch {
    return null;
  }
}

/** What lies at a path, links not followed; null when nothing can be seen there. */
export async function lookAt(files: FileOperations, path: string): Promise<FileStat | null> {
  try {
    return await files.lstat(path);
  } catch {
    return null;
  }
}

/** The kind of what a path leads to, links followed; null when nothing can be seen there. */
export async function kindAt(files: FileOperations, path: string): Promise<FileStat["kind"] | null> {
  try {
    return (await files.stat(path)).kind;
  } catch {
    return null;
  }
}

/** The real path, or null when it leads to nothing. */
export async function realPathIfAny(files: FileOperations, path: string): Promise<string | null> {
  try {
    return await files.realPath(path);
  } catch {
    return null;
  }
}

/** Names of what lies in a folder; none when there is no such folder. */
export async function namesIn(
  files: FileOperations,
  folder: string,
): Promise<{ name: string; kind: FileStat["kind"] }[]> {
  try {
    return await files.names(folder);
  } catch {
    return [];
  }
}

/** True when a path does not exist although the folder it would lie in does: gone, not unmounted. */
export async function isGone(files: FileOperations, path: string, parent: string): Promise<boolean> {
  try {
    await files.lstat(path);
    return false;
  } catch (error) {
    return systemCodeOf(error) === "ENOENT" && (await kindAt(files, parent)) === "folder";
  }
}

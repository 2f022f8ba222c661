import { join } from "node:path";
import { DaybookError, messageOf, systemCodeOf } from "../errors/index.ts";
import type { FileOperations, FileStat, OpenFile } from "../storage/index.ts";

/** Small readings where "it is not there" is an answer, and the one safe way to write a file whole. */

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

/** Writes a file that must not be there yet (0600), durable; false when there is one. */
export async function createFile(
  files: FileOperations,
  path: string,
  content: string | Uint8Array,
): Promise<boolean> {
  try {
    const handle = await files.open(path, "create");
    try {
      await writeAll(handle, content);
    } catch (error) {
      await files.unlink(path).catch(() => undefined);
      throw error;
    }
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Adds to the end of a file, durable. */
export async function appendTo(files: FileOperations, path: string, content: string): Promise<void> {
  await writeAll(await files.open(path, "append"), content);
}

async function writeAll(handle: OpenFile, content: string | Uint8Array): Promise<void> {
  try {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    for (let offset = 0; offset < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset);
      if (bytesWritten === 0) throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
      offset += bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file as a whole: readers see the old text or the new, never a part. */
export async function replaceFile(
  files: FileOperations,
  { folder, name, content }: { folder: string; name: string; content: string | Uint8Array },
): Promise<void> {
  const temporary = join(folder, `.daybook-tmp-${name}-${process.pid}`);
  await files.removeTree(temporary);
  try {
    await createFile(files, temporary, content);
    await files.rename(temporary, join(folder, name));
  } catch (error) {
    await files.removeTree(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(folder);
}

/** A system failure as a sentence: what was tried, and why it did not work. */
export function toDiskError(error: unknown, doing: string): DaybookError {
  if (DaybookError.isInstance(error)) return error;
  const full = ["ENOSPC", "EDQUOT"].includes(systemCodeOf(error) ?? "");
  return new DaybookError(full ? "no-space" : "io", `Could not ${doing}: ${messageOf(error)}.`, {
    cause: error,
  });
}

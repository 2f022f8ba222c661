import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { access, mkdir, open, readdir, realpath, rename, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";
import { nearest } from "../text/index.ts";

/** A file as text, byte for byte: a byte order mark and line ends are part of it. */
export interface TextFile {
  text: string;
  /** Permission bits. */
  mode: number;
}

/** Bytes of the largest file that is read or changed as a whole. */
export const largestFileBytes = 10 * 1024 * 1024;

/** Opens a regular file and gives it to `use`; what is none, and what cannot be opened, is a problem. */
export async function withRegularFile<T>(
  { path, shownPath }: { path: string; shownPath: string },
  use: (file: FileHandle, facts: Stats) => Promise<T>,
): Promise<T | { problem: string }> {
  // The path is already real: a link in its last place now would be a swap after the check.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    const file = await open(path, flags);
    try {
      const facts = await file.stat();
      if (facts.isDirectory())
        return { problem: `${shownPath} is a folder, not a file; Glob and ls list it` };
      if (!facts.isFile()) return { problem: `${shownPath} is not a regular file` };
      return await use(file, facts);
    } finally {
      await file.close();
    }
  } catch (error) {
    return { problem: `${shownPath} cannot be read: ${systemCodeOf(error) ?? messageOf(error)}` };
  }
}

/** Reads a file that is to be changed: only one that can be written back byte for byte. */
export function loadTextFile(at: {
  path: string;
  shownPath: string;
}): Promise<TextFile | { problem: string }> {
  return withRegularFile(at, async (file, facts) => {
    if (facts.size > largestFileBytes) {
      return { problem: `${at.shownPath} has ${inMegabytes(facts.size)}; files up to 10 MB are changed` };
    }
    const bytes = await file.readFile();
    if (looksBinary(bytes)) return { problem: `${at.shownPath} is a binary file (${bytes.length} bytes)` };
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      return { text, mode: facts.mode & 0o7777 };
    } catch {
      return { problem: `${at.shownPath} is not all UTF-8; changing it here would damage the rest of it` };
    }
  });
}

/** Whether the first bytes hold a NUL, as texts do not. */
export function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_192).includes(0);
}

/** `11.0 MB`. */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * Writes a file whole: what was there stays until all of the new text is on the disk. Missing folders are
 * made. Throws what the file system said.
 */
export async function replaceTextFile(
  path: string,
  { text, mode }: { text: string; mode?: number },
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  if ((await realpath(folder)) !== folder) throw new Error(`${folder} became a link meanwhile`);
  // A rename would replace a file that its owner protected.
  if (mode !== undefined) await access(path, constants.W_OK);
  const temporary = join(folder, `.${basename(path).slice(0, 40)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", mode ?? 0o666);
    try {
      await file.writeFile(text);
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** `; near it: a.txt`, from what lies in the same folder; empty when nothing is alike. */
export async function namesNear(path: string): Promise<string> {
  const names = await readdir(dirname(path)).catch(() => []);
  const near = nearest(basename(path), names);
  return near.length === 0 ? "" : `; near it: ${near.join(", ")}`;
}

import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";

import { isMissing } from "./faults.ts";
import type { FileOperations, OpenFile } from "./files.ts";

const TEMPORARY = ".daybook-tmp-";

/** A name for a file that is not whole yet. Lists pass over it; a writer that finds an old one removes it. */
export function temporaryName(): string {
  return `${TEMPORARY}${process.pid}-${randomBytes(6).toString("hex")}`;
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY);
}

/** Writes a file that must not exist yet; on failure nothing is left of it. Not durable. */
export async function writeWhole(
  files: FileOperations,
  { path, content }: { path: string; content: Uint8Array },
): Promise<void> {
  await (await openWhole(files, { path, content })).close();
}

async function openWhole(
  files: FileOperations,
  { path, content, mode }: { path: string; content: Uint8Array; mode?: number | undefined },
): Promise<OpenFile> {
  const handle = await files.open(path, "create", mode);
  try {
    await writeAll(handle, content);
    return handle;
  } catch (error) {
    await quietly(() => handle.close());
    await quietly(() => files.unlink(path));
    throw error;
  }
}

/** A short write is not an error to the system, so it is asked again until all is taken or it fails. */
export async function writeAll(
  handle: { write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }> },
  bytes: Uint8Array,
): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset);
    if (bytesWritten === 0) throw Object.assign(new Error("nothing was written"), { code: "ENOSPC" });
    offset += bytesWritten;
  }
}

/** New content beside its future place. */
export interface StagedContent {
  /** Absolute path of the temporary file. */
  temporary: string;
  /** Resolves when the content is durable. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Writes `content` beside `target`; the caller renames or removes it. */
export async function stageContent(
  files: FileOperations,
  { target, content, mode }: { target: string; content: Uint8Array; mode?: number },
): Promise<StagedContent> {
  const temporary = join(dirname(target), temporaryName());
  const handle = await openWhole(files, { path: temporary, content, mode });
  return {
    temporary,
    settle: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Makes a folder and all its missing parents (0700 if not told otherwise), durable. */
export async function makeFolderDurable(files: FileOperations, folder: string, mode?: number): Promise<void> {
  const first = await files.makeFolder(folder, mode);
  if (first === undefined) return;
  // Each new name lies in its parent: from the deepest up to the parent of the first one made.
  for (let made = folder; ; made = dirname(made)) {
    await files.syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Removes temporary files in the given folders; missing folders are fine. */
export async function sweepTemporaries(files: FileOperations, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    let names: { name: string }[] = [];
    try {
      names = await files.names(folder);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    for (const { name } of names) {
      if (isTemporaryName(name)) await quietly(() => files.unlink(join(folder, name)));
    }
  }
}

/** For clean-up after a failure that is being reported already. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // The first failure is the one to report.
  }
}

/**
 * Puts a text, or bytes, in place of a file, whole and durable, outside of any change: no lock, no history.
 * What can be made again need not be `durable`: it is whole for every reader, and a power cut may lose it.
 */
export async function replaceWhole(
  files: FileOperations,
  {
    path,
    text,
    mode,
    durable = true,
  }: { path: string; text: string | Uint8Array; mode?: number; durable?: boolean },
): Promise<void> {
  if (durable) await makeFolderDurable(files, dirname(path));
  else await files.makeFolder(dirname(path));
  const staged = await stageContent(files, {
    target: path,
    content: typeof text === "string" ? Buffer.from(text) : text,
    ...(mode !== undefined && { mode }),
  });
  try {
    try {
      if (durable) await staged.settle();
    } finally {
      await staged.close();
    }
    await files.rename(staged.temporary, path);
    if (durable) await files.syncFolder(dirname(path));
  } catch (error) {
    await quietly(() => files.unlink(staged.temporary));
    throw error;
  }
}

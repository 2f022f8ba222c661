import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  type Dirent,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import { nodeFiles, type OpenFile } from "../../storage/index.ts";
import { formatCount } from "../../text/index.ts";
import { isInside, ownPrefix } from "./folder-place.ts";
import type { LookedFile } from "./memory-root.ts";
import { leadsOut, notRegular } from "./sentences.ts";

/** Bytes of the largest file that is shown, and of the largest that is written. */
const MOST_READ = 16 * 1024 * 1024;
const MOST_WRITTEN = 1024 * 1024;

// The path is real: a link in its last place now would be a swap after the check. A pipe must not be waited for.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file of the folder, at its real path; `shown` names it in refusals. */
export interface RealFile {
  /** The real folder that it lies in, at any depth. */
  root: string;
  path: string;
  shown: string;
}

/** Reads a regular file. Fails with `unsafe-path` where a folder on its way was swapped for a link that leads out. */
export function readRegularFile({ root, path, shown }: RealFile): LookedFile {
  const descriptor = openSync(path, READ);
  try {
    assertOpenInside(root, descriptor, path);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notRegular(shown);
    if (stats.size > MOST_READ) throw tooLarge(shown, stats.size, MOST_READ);
    return { kind: "file", ...decode(readFileSync(descriptor)) };
  } finally {
    closeSync(descriptor);
  }
}

/** What was opened may lie elsewhere than what was looked at: only the open file itself says where. */
function assertOpenInside(root: string, descriptor: number, path: string): void {
  const opened = pathOfOpen(descriptor);
  if (opened !== null) {
    if (!isInside(root, opened)) throw leadsOut();
    return;
  }
  if (!isInside(root, realpathSync.native(path))) throw leadsOut();
  const [there, open] = [statSync(path), fstatSync(descriptor)];
  if (there.ino !== open.ino || there.dev !== open.dev) {
    throw new DaybookError("conflict", "The path was changed while it was read. Try again.");
  }
}

/** Where Linux says that an open file lies; null where no system tells. */
function pathOfOpen(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isText: true };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isText: false };
  }
}

/** Fails with `invalid` for more text than one file may hold. */
export function assertSize(shown: string, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_WRITTEN) throw tooLarge(shown, bytes, MOST_WRITTEN);
}

function tooLarge(shown: string, bytes: number, limit: number): DaybookError {
  return new DaybookError(
    "invalid",
    `${shown} has ${formatCount(bytes)} bytes; the limit is ${formatCount(limit)}. Keep one topic to a file: shorten it, or split it.`,
  );
}

/**
 * A file that appears with all its text, durable: `new` only where nothing is (fails with the code EEXIST), `changed`
 * in place of what is there. Fails with `unsafe-path` where the folder was swapped for a link that leads out.
 */
export async function placeFile(
  { root, path }: Pick<RealFile, "root" | "path">,
  { text, as }: { text: string; as: "new" | "changed" },
): Promise<void> {
  await inFolderOf({ root, path }, async (folder, name) => {
    const temporary = join(folder, `${TEMPORARY}${process.pid}-${randomUUID()}`);
    const handle = await nodeFiles.open(temporary, "create");
    try {
      // Before anything is in it: it lies where the file will.
      if (!isInside(root, await nodeFiles.realPath(temporary))) throw leadsOut();
      await writeAll(handle, Buffer.from(text));
      await handle.sync();
      if (as === "new") await linkOrMove(temporary, join(folder, name));
      else await nodeFiles.rename(temporary, join(folder, name));
    } finally {
      await handle.close();
      await nodeFiles.unlink(temporary).catch(() => undefined);
    }
    await nodeFiles.syncFolder(folder);
  });
}

/** Runs `work` in the folder of a file. Linux names a folder by its open descriptor, which no swap can lead away. */
async function inFolderOf(
  { root, path }: Pick<RealFile, "root" | "path">,
  work: (folder: string, name: string) => Promise<void>,
): Promise<void> {
  if (process.platform !== "linux") return work(dirname(path), basename(path));
  const descriptor = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const opened = pathOfOpen(descriptor);
    if (opened !== null && !isInside(root, opened)) throw leadsOut();
    await work(opened === null ? dirname(path) : `/proc/self/fd/${descriptor}`, basename(path));
  } finally {
    closeSync(descriptor);
  }
}

async function writeAll(handle: OpenFile, content: Uint8Array): Promise<void> {
  for (let offset = 0; offset < content.length;) {
    const { bytesWritten } = await handle.write(content, offset, content.length - offset);
    if (bytesWritten === 0) throw Object.assign(new Error("nothing was written"), { code: "ENOSPC" });
    offset += bytesWritten;
  }
}

const TEMPORARY = `${ownPrefix}tmp-`;

/** Removes half-made files of killed writers, in all folders. Only the one writer may: no other has any then. */
export function sweepTemporaries(folder: string): void {
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sweepTemporaries(path);
    else if (entry.isFile() && entry.name.startsWith(TEMPORARY)) rmSync(path, { force: true });
  }
}

/** A folder that may not be read holds nothing that a writer of this person left. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A link never takes the place of a file; where a disk has none, the lock alone keeps others out. */
async function linkOrMove(temporary: string, path: string): Promise<void> {
  try {
    await nodeFiles.link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has(systemCodeOf(error) ?? "")) throw error;
    await nodeFiles.rename(temporary, path);
  }
}

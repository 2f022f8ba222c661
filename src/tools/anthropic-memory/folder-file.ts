import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import { nodeFiles } from "../../storage/index.ts";
import { formatCount } from "../../text/index.ts";
import type { LookedFile } from "./memory-root.ts";
import { notRegular } from "./sentences.ts";

/** Bytes of the largest file that is shown, and of the largest that is written. */
const MOST_READ = 16 * 1024 * 1024;
const MOST_WRITTEN = 1024 * 1024;

// The path is real: a link in its last place now would be a swap after the check. A pipe must not be waited for.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file at its real path; `shown` names it in refusals. */
export function readRegularFile(path: string, shown: string): LookedFile {
  const descriptor = openSync(path, READ);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notRegular(shown);
    if (stats.size > MOST_READ) throw tooLarge(shown, stats.size, MOST_READ);
    return { kind: "file", ...decode(readFileSync(descriptor)) };
  } finally {
    closeSync(descriptor);
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

/** A file that appears with all its text, durable, and only where nothing is: fails with the code EEXIST. */
export async function placeNewFile(path: string, text: string): Promise<void> {
  const files = nodeFiles;
  const temporary = join(dirname(path), `.tmp-${process.pid}-${randomUUID()}`);
  const content = Buffer.from(text);
  const handle = await files.open(temporary, "create");
  try {
    for (let offset = 0; offset < content.length;) {
      const { bytesWritten } = await handle.write(content, offset, content.length - offset);
      if (bytesWritten === 0) throw Object.assign(new Error("nothing was written"), { code: "ENOSPC" });
      offset += bytesWritten;
    }
    await handle.sync();
    await linkOrMove(temporary, path);
  } finally {
    await handle.close();
    await files.unlink(temporary).catch(() => undefined);
  }
  await files.syncFolder(dirname(path));
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

/**
 * The cache on disk: a plain file that may be deleted at any time. It is replaced as a whole, so processes that write
 * at once leave the one or the other; a head names form, length and checksum, and what does not fit it is not there.
 */
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { isTemporaryName, replaceWhole, type FileOperations } from "../storage/index.ts";
import { cacheForm, rememberedFromBytes, rememberedToBytes, type Remembered } from "./cache-form.ts";
import { indexFormat } from "./index-bytes.ts";

const fileName = "search.bin";

/** Bytes of the head: one line, filled up with blanks. */
const headBytes = 128;

/** No cache of any real folder comes near it: what is larger is not daybook's. */
const most = 2 ** 31;

/** Leftovers of a process that was killed while it wrote. */
const leftoverMs = 60 * 60 * 1000;

/** Where a cache may lie: absolute folders, of which the first counts whose parent is there. */
export interface CachePlace {
  files: FileOperations;
  folders: readonly string[];
  now: () => Date;
}

/** The first cache that is whole; undefined without one. Never fails: a doubt is as good as no cache. */
export async function readCache({ files, folders }: CachePlace): Promise<Remembered | undefined> {
  for (const folder of folders) {
    try {
      const path = join(folder, fileName);
      const look = files.look(path);
      // A pipe would be waited for without end.
      if (look?.isFile() !== true || look.size > most) continue;
      const remembered = parseCache(await files.readFile(path));
      if (remembered !== undefined) return remembered;
    } catch {
      // Unreadable, or gone since: the next one may do.
    }
  }
  return undefined;
}

/** Puts the cache in its place. False where that was not possible, which is no error: the next search reads more. */
export async function writeCache(place: CachePlace, remembered: Remembered): Promise<boolean> {
  const { files } = place;
  try {
    const folder = await folderFor(place);
    if (folder === undefined) return false;
    const body = rememberedToBytes(remembered);
    await replaceWhole(files, {
      path: join(folder, fileName),
      text: Buffer.concat([headOf(body), body]),
      durable: false,
    });
    await removeLeftovers(place, folder);
    return true;
  } catch {
    return false;
  }
}

/** Searching must not make a project's folder: that comes with its first memory. */
async function folderFor({ files, folders }: CachePlace): Promise<string | undefined> {
  for (const folder of folders) {
    const parent = await files.stat(dirname(folder)).catch(() => undefined);
    if (parent?.kind === "folder") return folder;
  }
  return undefined;
}

async function removeLeftovers({ files, now }: CachePlace, folder: string): Promise<void> {
  for (const { name } of await files.names(folder)) {
    if (!isTemporaryName(name)) continue;
    const look = files.look(join(folder, name));
    if (look && now().getTime() - look.mtimeMs > leftoverMs) await files.unlink(join(folder, name));
  }
}

function headOf(body: Uint8Array): Uint8Array {
  // Against damage: a process for one question has checked it before a stronger one would be loaded.
  const checksum = crc32(body).toString(16);
  const line = `daybook search ${cacheForm}.${indexFormat}.${byteOrder()} ${body.byteLength} ${checksum}`;
  return Buffer.from(`${line.padEnd(headBytes - 1)}\n`, "latin1");
}

function parseCache(bytes: Uint8Array): Remembered | undefined {
  // Numbers are read in place, so they must lie at multiples of eight in memory too.
  const whole = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes);
  if (whole.byteLength < headBytes) return undefined;
  const body = whole.subarray(headBytes);
  const head = headOf(body);
  if (Buffer.compare(whole.subarray(0, headBytes), head) !== 0) return undefined;
  return rememberedFromBytes(body);
}

function byteOrder(): "little" | "big" {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? "little" : "big";
}

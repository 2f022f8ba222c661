import { isUtf8 } from "node:buffer";
import { join } from "node:path";

import { DaybookError } from "../errors/index.ts";
import { fingerprint } from "./journal.ts";
import { isMissing, toStorageError } from "./faults.ts";
import type { FileOperations, FileStat } from "./files.ts";
import type { LastText } from "./last-text.ts";
import { assertInside, isUsableName } from "./safe-path.ts";
import type { Entry, ReadResult, RootName, StoragePath } from "./storage.ts";
import { isTemporaryName } from "./whole-file.ts";

/** What changed less than this long ago may change again under the same time stamp. */
const SETTLE_NS = 2_000_000_000n;

/** The one place in a root that a reader works on. */
export interface Place {
  path: StoragePath | RootName;
  absolute: string;
  rootFolder: string;
}

/** Reads one file as UTF-8; a byte-order mark stays part of the text, so that it survives a rewrite. */
export async function readText(files: FileOperations, place: Place): Promise<ReadResult> {
  const bytes = await readBytes(files, place);
  return toReadResult(bytes);
}

/** The bytes of one file, null for none. */
export async function readBytes(files: FileOperations, place: Place): Promise<Uint8Array | null> {
  try {
    await assertInside(files, place.rootFolder, place.absolute);
    // A pipe or device, as an archive can carry, would be waited for without end.
    const { kind } = await files.stat(place.absolute);
    if (kind !== "file") throw notAFile(place, kind);
    return await files.readFile(place.absolute);
  } catch (error) {
    if (isMissing(error)) return null;
    throw toStorageError(error, `read ${place.absolute}`);
  }
}

/** Bytes of one file, null for none. */
export async function sizeOfFile(files: FileOperations, place: Place): Promise<number | null> {
  try {
    await assertInside(files, place.rootFolder, place.absolute);
    const { kind, bytes } = await files.stat(place.absolute);
    if (kind !== "file") throw notAFile(place, kind);
    return bytes;
  } catch (error) {
    if (isMissing(error)) return null;
    throw toStorageError(error, `read ${place.absolute}`);
  }
}

function notAFile({ absolute }: Place, kind: string): DaybookError {
  const what = kind === "folder" ? "a folder" : "a pipe or a device";
  return new DaybookError("unreadable", `${absolute} is ${what}, not a file. Move it away, and try again.`);
}

/** Bytes as a reader gets them. The version is a hash, and most readers never ask for it. */
export function toReadResult(bytes: Uint8Array | null, lastText?: LastText): ReadResult {
  if (bytes === null) return { found: false };
  const known = lastText?.of(bytes);
  let version: string | undefined;
  return {
    found: true,
    text: known ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"),
    faithful: known !== undefined || isUtf8(bytes),
    get version() {
      return (version ??= fingerprint(bytes));
    },
  };
}

/** Files directly in a folder. Folders, devices, links that lead out, half-made files and names that no path may hold are left out. */
export async function listFiles(files: FileOperations, place: Place, now: Date): Promise<Entry[]> {
  const nowNs = BigInt(now.getTime()) * 1_000_000n;
  const entries: Entry[] = [];
  for (const { name, kind } of await namesIn(files, place)) {
    const entry = await toEntry(files, { place, name, isLink: kind === "link", nowNs });
    if (entry) entries.push(entry);
  }
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Their names alone. Only links are looked at, to leave out those that lead nowhere or out. */
export async function listNames(files: FileOperations, place: Place): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await namesIn(files, place)) {
    if (kind === "file" || (await toEntry(files, { place, name, isLink: true, nowNs: 0n }))) found.push(name);
  }
  return found.toSorted();
}

function isListed(name: string): boolean {
  return !isTemporaryName(name) && isUsableName(name);
}

/** What may be a file, in any order. */
async function namesIn(
  files: FileOperations,
  place: Place,
): Promise<Awaited<ReturnType<FileOperations["names"]>>> {
  try {
    await assertInside(files, place.rootFolder, place.absolute);
    const found = await files.names(place.absolute);
    return found.filter(({ name, kind }) => isListed(name) && (kind === "file" || kind === "link"));
  } catch (error) {
    if (isMissing(error)) return [];
    throw toStorageError(error, `list ${place.absolute}`);
  }
}

/** The stamp of a file's content. */
export function stampOf(stat: FileStat): string {
  return [stat.inode, BigInt(stat.bytes), stat.modifiedNs, stat.changedNs]
    .map((part) => part.toString(36))
    .join("-");
}

/** One file of a folder; undefined for what is no file, gone, or a link that leads out. */
async function toEntry(
  files: FileOperations,
  at: { place: Place; name: string; isLink: boolean; nowNs: bigint },
): Promise<Entry | undefined> {
  const absolute = join(at.place.absolute, at.name);
  try {
    if (at.isLink) await assertInside(files, at.place.rootFolder, absolute);
    const stat = await files.stat(absolute);
    if (stat.kind !== "file") return undefined;
    const newest = stat.modifiedNs > stat.changedNs ? stat.modifiedNs : stat.changedNs;
    const entry: Entry = {
      path: `${at.place.path}/${at.name}` as StoragePath,
      name: at.name,
      bytes: stat.bytes,
      modified: Number(stat.modifiedNs / 1_000_000n),
      // Spelled only when asked for: who lists a thousand files seldom needs a thousand stamps.
      get stamp() {
        return stampOf(stat);
      },
      settled: at.nowNs - newest >= SETTLE_NS,
    };
    if (at.isLink) entry.linked = true;
    return entry;
  } catch {
    // Removed between the two calls, or a link that leads out: not one of the folder's memories.
    return undefined;
  }
}

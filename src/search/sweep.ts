/**
 * What of a folder must be read again: pure comparison of what lies there with what is remembered. It stands before
 * every search, so an unchanged folder costs one pass over two sorted lists and nothing is made.
 */
import { Buffer } from "node:buffer";
import type { CorpusFolder } from "../memory/index.ts";
import { stampWidth, type FolderStamps } from "../storage/index.ts";
import { isMemoryFile } from "../text/index.ts";
import { emptyFolder, hasState, keyOf, state, type RememberedFolder } from "./remembered.ts";

export interface Sweep {
  /** The folder as it is now; what must be read has no `settled` state yet. */
  remembered: RememberedFolder;
  /** Files that are new, changed, or may have changed unseen. */
  unread: Unread[];
  /** Keys of memories that are gone. */
  gone: string[];
}

export interface Unread {
  /** Its place in `remembered.names`. */
  at: number;
  /** Its stamp can vouch for what is read now. */
  isSettled: boolean;
}

/** Compares a folder with what is remembered of it, which may be nothing. */
export function sweepFolder(
  before: RememberedFolder | undefined,
  folder: CorpusFolder,
  place: string,
): Sweep {
  const known = before?.place === place ? before : undefined;
  if (known !== undefined && isUnchanged(known, folder.stamps)) {
    return { remembered: known, unread: [], gone: [] };
  }
  const remembered = emptyFolder({ path: folder.path, place }, folder.stamps.names.filter(isMemoryFile));
  const unread: Unread[] = [];
  const left = new Map(known?.names.map((name, old) => [name, old]));
  let at = 0;
  for (const [from, name] of folder.stamps.names.entries()) {
    if (!isMemoryFile(name)) continue;
    const old = left.get(name);
    left.delete(name);
    copyStamp(folder.stamps, from, remembered, at);
    if (known !== undefined && old !== undefined) copyKnown(known, old, remembered, at);
    if (known === undefined || old === undefined || !vouches(known, old, folder.stamps, from)) {
      remembered.states[at] = (remembered.states[at] ?? 0) & ~state.settled;
      unread.push({ at, isSettled: folder.stamps.settled[from] === 1 });
    }
    at += 1;
  }
  const forgotten = known === undefined ? (before?.names ?? []) : [...left.keys()];
  return { remembered, unread, gone: forgotten.map((name) => keyOf(remembered, name)) };
}

function isUnchanged(known: RememberedFolder, now: FolderStamps): boolean {
  let at = 0;
  /** Where a row of files begins that stand behind one another on both sides. */
  let row = 0;
  for (let from = 0; from < now.names.length; from += 1) {
    const name = now.names[from] ?? "";
    if (name === known.names[at]) {
      if (!hasState(known, at, state.settled)) return false;
      at += 1;
    } else {
      if (isMemoryFile(name) || !haveSameStamps(known, at, now, { row, from })) return false;
      row = from + 1;
    }
  }
  return at === known.names.length && haveSameStamps(known, at, now, { row, from: now.names.length });
}

/** Compares the stamps of a row of files, which end before `at` and before `from`, all at once: as bytes. */
function haveSameStamps(
  known: RememberedFolder,
  at: number,
  now: FolderStamps,
  { row, from }: { row: number; from: number },
): boolean {
  const then = bytesOf(known.stamps, at - (from - row), at);
  return Buffer.compare(then, bytesOf(now.stamps, row, from)) === 0;
}

function bytesOf(stamps: Float64Array, first: number, end: number): Uint8Array {
  const width = stampWidth * stamps.BYTES_PER_ELEMENT;
  return new Uint8Array(stamps.buffer, stamps.byteOffset + first * width, (end - first) * width);
}

/** Whether what was read under the old stamp is what lies there now. */
function vouches(known: RememberedFolder, old: number, now: FolderStamps, from: number): boolean {
  if (!hasState(known, old, state.settled)) return false;
  for (let part = 0; part < stampWidth; part += 1) {
    if (known.stamps[old * stampWidth + part] !== now.stamps[from * stampWidth + part]) return false;
  }
  return true;
}

function copyStamp(now: FolderStamps, from: number, to: RememberedFolder, at: number): void {
  for (let part = 0; part < stampWidth; part += 1) {
    to.stamps[at * stampWidth + part] = now.stamps[from * stampWidth + part] ?? 0;
  }
}

function copyKnown(known: RememberedFolder, old: number, to: RememberedFolder, at: number): void {
  to.states[at] = known.states[old] ?? 0;
  to.marks.set(at, known.marks.at(old));
  to.facts.set(at, known.facts.at(old));
}

import type { Limits } from "../limits/index.ts";
import type { TrustFile } from "../project/index.ts";
import type { Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { foldersOf, indexPathOf, usableFilesIn, type MemoryFolder } from "./folders.ts";
import { readEntry } from "./index-entry.ts";
import type { IndexLine, IndexPosition } from "./index-file.ts";
import { measureView, type ViewSize } from "./index-view.ts";
import { attempt } from "./readable.ts";
import { mayShowLine, readTrust } from "./trusted.ts";

/** Whether a new session loads a line that ends there. */
export function fits(limits: Limits, { lines, bytes }: IndexPosition): boolean {
  return lines <= limits.indexLines && bytes <= limits.indexBytes;
}

/** Whether so much is asked to be condensed. */
export function isNearLimit(limits: Limits, { lines, bytes }: IndexPosition): boolean {
  const share = limits.indexWarnShare;
  return lines >= limits.indexLines * share || bytes >= limits.indexBytes * share;
}

/** Measures an index of a folder as it comes behind what a session loads before it. */
export interface IndexMeter {
  /** As the file is. Quick, and no less than what is loaded of it. */
  plain: (size: IndexPosition) => IndexPosition;
  /** As a session loads it: without what leads nowhere or is held, with the files that have no line. */
  view: (index: string, lines?: readonly IndexLine[]) => ViewSize;
  /** Files in the folder: so many lines more may be made for those that have none. */
  files: number;
}

/** A meter for the index in which the line of `file` is written. */
export async function createMeter(
  context: StoreContext,
  tx: Transaction,
  { folder, file, files }: { folder: MemoryFolder; file: string; files?: readonly string[] | undefined },
): Promise<IndexMeter> {
  const trust = await readTrust(tx, context.storage);
  const before = await loadedBefore({ context, tx, trust }, folder);
  const names = new Set([...(files ?? (await usableFilesIn(tx, folder))), file]);
  // What this save writes is trusted with it.
  const isTrusted = (line: string): boolean =>
    mayShowLine(trust, folder, line) || readEntry(line)?.file === file;
  const plain = (size: IndexPosition) => sum(before, size);
  return {
    plain,
    files: names.size,
    view(index, lines) {
      const { whole, upTo } = measureView({ text: index, lines, files: names, isTrusted }, file);
      return { whole: plain(whole), upTo: plain(upTo) };
    },
  };
}

/** What a session loads before this folder's index: the shared one comes before the private one. */
async function loadedBefore(
  { context, tx, trust }: { context: StoreContext; tx: Transaction; trust: TrustFile | null },
  folder: MemoryFolder,
): Promise<IndexPosition> {
  let size: IndexPosition = { lines: 0, bytes: 0 };
  if (folder.isShared || trust === null) return size;
  for (const shared of foldersOf(context.storage, folder.scope).filter(({ isShared }) => isShared)) {
    const index = await attempt(() => tx.read(indexPathOf(shared)));
    const text = index.ok && index.value.found ? index.value.text : null;
    const files = new Set(await usableFilesIn(tx, shared));
    const isTrusted = (line: string) => mayShowLine(trust, shared, line);
    size = sum(size, measureView({ text, files, isTrusted }, "").whole);
  }
  return size;
}

function sum(left: IndexPosition, right: IndexPosition): IndexPosition {
  return { lines: left.lines + right.lines, bytes: left.bytes + right.bytes };
}

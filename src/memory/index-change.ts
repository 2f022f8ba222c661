import { DaybookError } from "../errors/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Storage, StoragePath, Transaction } from "../storage/index.ts";
import { indexName } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { indexPathOf, type MemoryFolder } from "./folders.ts";
import { mendTitles } from "./edited-files.ts";
import { renderEntry } from "./index-entry.ts";
import {
  removeEntry,
  saveEntry,
  sizeOf,
  type EditedIndex,
  type IndexLine,
  type IndexPosition,
} from "./index-file.ts";
import { createMeter, fits, isNearLimit, type IndexMeter } from "./index-meter.ts";
import type { OpenedMemory } from "./load.ts";
import { trustOwn } from "./trusted.ts";

/** An index and its lines. */
export interface ScannedIndex {
  text: string;
  lines: readonly IndexLine[];
}

/** An index after a save, as its notes need it. */
export interface IndexChange extends EditedIndex {
  /** Size of the scope's index files together. */
  size: IndexPosition;
  /** What a session loads of them, where that may be near a limit. */
  loaded: IndexPosition;
  /** Whether a new session sees the line. */
  isInside: boolean;
  /** Whether name or description did not fit into the line that was written. */
  isCut: boolean;
}

/** Writes the line of a memory into its folder's index. */
export async function editIndex(
  context: StoreContext,
  tx: Transaction,
  wanted: {
    folder: MemoryFolder;
    memory: { file: string; name: string; description: string };
    /** Whether a line that is there already is written anew. */
    rewrite: boolean;
    /** The line as it was when the memory was there before; null or absent has one made. */
    former?: string | null;
    /** The index scanned, if it was in this change. */
    scan?: ScannedIndex | undefined;
    /** The folder's memory files, if they were listed in this change. */
    files?: readonly string[] | undefined;
  },
): Promise<IndexChange> {
  const { folder, memory, rewrite, former, scan, files } = wanted;
  const { limits } = context;
  const measure = await createMeter(context, tx, { folder, file: memory.file, files });
  const isInside = (position: IndexPosition, text: string): boolean =>
    fits(limits, measure.plain(position)) || fits(limits, measure.view(text).upTo);
  const path = indexPathOf(folder);
  const index = await readIndex(tx, context.storage, path);
  const cut = new Set<string>();
  const render = (mark?: string): string => {
    if (typeof former === "string") return former.trimStart();
    const made = renderEntry({
      ...memory,
      limit: limits.indexLineCharacters,
      ...(mark !== undefined && { mark }),
    });
    if (made.isCut) cut.add(made.line.trimStart());
    return made.line;
  };
  const edited = saveEntry(
    index ?? "",
    { file: memory.file, render, rewrite, isInside },
    scan !== undefined && scan.text === index ? scan.lines : undefined,
  );
  writeIndex(tx, path, { before: index, after: edited.text });
  return {
    ...edited,
    size: measure.plain(sizeOf(edited.text)),
    loaded: loadedSize(limits, measure, edited),
    isInside: isInside(edited.position, edited.text),
    isCut: edited.change !== "kept" && cut.has(edited.line.trimStart()),
  };
}

/** What is loaded, measured only where it may be near a limit. */
function loadedSize(limits: Limits, { plain, view, files }: IndexMeter, edited: EditedIndex): IndexPosition {
  const { lines, bytes } = plain(sizeOf(edited.text));
  const isNear = isNearLimit(limits, { lines: lines + files, bytes });
  return isNear ? view(edited.text, edited.lines).whole : { lines, bytes };
}

/** Puts right the lines of memories whose names a person edited since the index was written, and says so. */
export async function mendIndex(
  context: StoreContext,
  tx: Transaction,
  { folder, edited }: { folder: MemoryFolder; edited: readonly OpenedMemory[] },
): Promise<string[]> {
  if (edited.length === 0) return [];
  const path = indexPathOf(folder);
  const before = (await readIndex(tx, context.storage, path)) ?? "";
  const { text, mended } = mendTitles(before, { edited, limit: context.limits.indexLineCharacters });
  if (mended.length === 0) return [];
  tx.write(path, text);
  if (folder.isShared)
    await trustOwn(
      tx,
      mended.map(({ line }) => ({ name: indexName, text: line })),
    );
  return mended.map(
    ({ from, to }) => `The index line "${from}" says "${to}" now, as the header of its file does.`,
  );
}

/** Takes the line of a memory out of a folder's index. */
export async function dropLine(
  { tx, storage }: { tx: Transaction; storage: Storage },
  folder: MemoryFolder,
  file: string,
): Promise<boolean> {
  const path = indexPathOf(folder);
  const index = await readIndex(tx, storage, path);
  const after = removeEntry(index, file);
  writeIndex(tx, path, { before: index, after });
  return index !== null && after !== index;
}

/** Text of an index, null without one. Fails where it is no text: it could not be written back. */
async function readIndex(
  reader: Pick<Transaction, "read">,
  storage: Pick<Storage, "locate">,
  path: StoragePath,
): Promise<string | null> {
  const result = await reader.read(path);
  if (!result.found) return null;
  if (result.faithful) return result.text;
  throw new DaybookError(
    "unreadable",
    `${storage.locate(path)} is not UTF-8 text, so it is left as it is and nothing was saved. Convert it to UTF-8, or move it away.`,
    { data: { path: storage.locate(path) } },
  );
}

/** Writes an index only where it changed, and removes one that holds nothing. */
export function writeIndex(
  tx: Transaction,
  path: StoragePath,
  { before, after }: { before: string | null; after: string | null },
): void {
  if (after === before) return;
  if (after === null) tx.remove(path);
  else tx.write(path, after);
}

import { indexName, isMemoryFile } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { slugOf, type MemoryFolder, type Reader } from "./folders.ts";
import { renderEntry, titleOf } from "./index-entry.ts";
import { scanIndex } from "./index-file.ts";
import { openAll, type OpenedMemory } from "./load.ts";
import { attempt } from "./readable.ts";
import { hashedSlug, slugify } from "./slug.ts";
import { readTrust } from "./trusted.ts";

/**
 * A person may correct the name in a memory's header while its index line says the old one. The header
 * decides, but a save does not open a thousand files to find a name. daybook writes a memory before its
 * index, so a file that is newer than the index was edited by hand: only those are opened. A save that
 * writes the index puts their lines right, for afterwards they are older than it.
 */

// Looking at the times of so few files costs nothing beside a save.
const FEW_FILES = 256;
// Of a larger folder no more than a tenth of the time goes into looking.
const REST = 9;

/** The memories of a folder that were edited by hand since daybook last wrote its index. */
export async function editedFiles(
  { sweeps, storage }: StoreContext,
  reader: Reader,
  folder: MemoryFolder,
): Promise<OpenedMemory[]> {
  const last = sweeps.get(folder.path);
  const began = performance.now();
  if (last && began - last.ended < REST * last.took) return [];
  const stamped = await attempt(() => storage.stamps(folder.path));
  if (!stamped.ok) return [];
  const { names, modified } = stamped.value;
  const indexTime = modified[names.indexOf(indexName)];
  // Without an index no line hides a name.
  if (indexTime === undefined) return [];
  const since = Math.min(indexTime, last?.fileTime ?? Infinity);
  const edited = names.filter((name, at) => (modified[at] ?? 0) >= since && isMemoryFile(name));
  const ended = performance.now();
  if (names.length > FEW_FILES) {
    sweeps.set(folder.path, { fileTime: indexTime, ended, took: ended - began });
  }
  const places = edited.map((name) => ({ folder, name }));
  const trust = folder.isShared ? await readTrust(reader, storage) : null;
  return openAll({ storage, reader, trust }, places);
}

/** A line of the index put right, and how. */
export interface MendedLine {
  line: string;
  from: string;
  to: string;
}

/**
 * The index with the lines of edited memories as their headers have it. Only a line that daybook made of the
 * old name, and that would hide the new one, is changed: a title that a person chose stays.
 */
export function mendTitles(
  index: string,
  { edited, limit }: { edited: readonly OpenedMemory[]; limit: number },
): { text: string; mended: MendedLine[] } {
  const headers = new Map(
    edited.filter(({ damage, isHeld }) => damage === null && !isHeld).map((each) => [each.name, each.memory]),
  );
  const mended: MendedLine[] = [];
  let text = "";
  let copied = 0;
  for (const { start, end, entry } of scanIndex(index)) {
    const header = entry && headers.get(entry.file);
    if (!header || entry.title === titleOf(header.name)) continue;
    const { file, title, mark } = entry;
    if (!isMadeOf(title, file) || isMadeOf(header.name, file)) continue;
    const made = (name: string) =>
      renderEntry({ file, name, description: header.description, mark, limit }).line;
    if (index.slice(start, end) !== made(title)) continue;
    const line = made(header.name);
    mended.push({ line, from: title, to: titleOf(header.name) });
    text += index.slice(copied, start) + line;
    copied = end;
  }
  return { text: text + index.slice(copied), mended };
}

/** Whether the name leads to the file without the index. */
function isMadeOf(name: string, file: string): boolean {
  const slug = slugOf(file);
  return slugify(name) === slug || hashedSlug(name, 0) === slug;
}

import { revertChange, type JournalChange, type StoragePath, type Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { foldersOf, indexPathOf, isMemoryFile, slugOf, type MemoryFolder } from "./folders.ts";
import { parseMemory } from "./format.ts";
import { newestUndoable, type MemoryRecord } from "./history.ts";
import { dropLine, editIndex, writeIndex } from "./index-change.ts";
import { indexName } from "./index-entry.ts";
import { scanIndex } from "./index-file.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { readTrust, trustOwn } from "./trusted.ts";
import type { Source, UndoResult } from "./types.ts";

/**
 * Takes back the newest change not yet undone. A memory's file must still be what the change made of it:
 * later work is never lost to an undo. The index is a person's file and may have changed since; then only
 * the lines in question go or come back.
 */
export async function undoNewest(
  context: StoreContext,
  by: { source: Source; session?: string },
): Promise<UndoResult> {
  const record = await newestUndoable(context.storage);
  if (!record) return { undone: false, code: "not-found", reason: "There is nothing to undo." };
  const { value, recovered } = await context.storage.change(record.scopes, (tx) =>
    undo(context, tx, { record, by }),
  );
  if (!value.undone) return value;
  return { ...value, notes: [...value.notes, ...notesOfRecovery(context, recovered)] };
}

interface Undoing {
  record: MemoryRecord;
  by: { source: Source; session?: string };
}

/** One memory file, and what it becomes. */
interface Restored {
  folder: MemoryFolder;
  name: string;
  path: StoragePath;
  text: string | null;
}

async function undo(context: StoreContext, tx: Transaction, { record, by }: Undoing): Promise<UndoResult> {
  const places = placesIn(context, record);
  if (places === null) return { undone: false, code: "conflict", reason: notHere(record) };
  const restored: Restored[] = [];
  for (const { change, folder, name } of places) {
    if (name === indexName) continue;
    const current = await tx.read(change.path);
    const reverted = revertChange(change, current.found ? current.text : null);
    if (!reverted.matches)
      return { undone: false, code: "conflict", reason: changedSince(context, record, change.path) };
    restored.push({ folder, name, path: change.path, text: reverted.text });
  }
  for (const { path, text } of restored) {
    if (text === null) tx.remove(path);
    else tx.write(path, text);
  }
  const notes: string[] = [];
  for (const { change, folder, name } of places) {
    if (name !== indexName) continue;
    const isExact = await revertIndex(tx, change);
    if (!isExact) notes.push(...(await revertLines(context, tx, { folder, restored })));
  }
  await trustRestored(context, tx, restored);
  const result = describeUndo(context, tx, { record, by, restored });
  return { undone: true, op: record.entry.op, ...result, notes };
}

/** The memory files and indexes of a change; null where one lies in a folder that is not open here. */
function placesIn(
  { storage }: StoreContext,
  record: MemoryRecord,
): { change: JournalChange; folder: MemoryFolder; name: string }[] | null {
  const folders = foldersOf(storage);
  const places = [];
  for (const change of record.changes) {
    const at = change.path.lastIndexOf("/");
    const name = change.path.slice(at + 1);
    // Trust and the project's own file are no part of a memory, and stay.
    if (name !== indexName && !isMemoryFile(name)) continue;
    const folder = folders.find(({ path }) => path === change.path.slice(0, at));
    if (!folder) return null;
    places.push({ change, folder, name });
  }
  return places;
}

function notHere({ entry }: MemoryRecord): string {
  return `The newest change, the ${entry.op} of ${entry.scope}/${entry.slug}, was made in a shared folder that is not open here. Undo it in that work tree.`;
}

function changedSince({ storage }: StoreContext, { entry }: MemoryRecord, path: StoragePath): string {
  return (
    `${storage.locate(path)} was changed after the ${entry.op} of ${entry.scope}/${entry.slug}, and undoing it would lose that change. ` +
    "Edit or delete the memory by hand."
  );
}

/** Puts an index back byte for byte; false when it changed since. */
async function revertIndex(tx: Transaction, change: JournalChange): Promise<boolean> {
  const current = await tx.read(change.path);
  const before = current.found ? current.text : null;
  const reverted = revertChange(change, before);
  if (reverted.matches) writeIndex(tx, change.path, { before, after: reverted.text });
  return reverted.matches;
}

async function revertLines(
  context: StoreContext,
  tx: Transaction,
  { folder, restored }: { folder: MemoryFolder; restored: readonly Restored[] },
): Promise<string[]> {
  for (const { name, text } of restored.filter((each) => each.folder.path === folder.path)) {
    if (text === null) {
      await dropLine({ tx, storage: context.storage }, folder, name);
      continue;
    }
    const { header } = await parseMemory(text, slugOf(name));
    const memory = { file: name, name: header.name, description: header.description };
    await editIndex(context, tx, { folder, memory, rewrite: true });
  }
  return [
    `${context.storage.locate(indexPathOf(folder))} was changed meanwhile: only the line of this memory was put right.`,
  ];
}

/** What was trusted when it was written stays so when it comes back. */
async function trustRestored(
  context: StoreContext,
  tx: Transaction,
  restored: readonly Restored[],
): Promise<void> {
  const shared = restored.filter(({ folder, text }) => folder.isShared && text !== null);
  const first = shared[0];
  if (!first || (await readTrust(tx, context.storage)) === null) return;
  const index = await tx.read(indexPathOf(first.folder));
  const lines = index.found
    ? scanIndex(index.text).map((line) => ({ ...line, text: index.text.slice(line.start, line.end) }))
    : [];
  await trustOwn(tx, [
    ...shared.map(({ name, text }) => ({ name, text: text ?? "" })),
    ...lines
      .filter(({ entry }) => shared.some(({ name }) => name === entry?.file))
      .map(({ text }) => ({ name: indexName, text })),
  ]);
}

function describeUndo(
  context: StoreContext,
  tx: Transaction,
  { record, by, restored }: Undoing & { restored: readonly Restored[] },
): { id: string; scope: MemoryFolder["scope"]; slug: string; path: string } {
  // Where the memory is again; where it was, when it is gone.
  const place = restored.find(({ text }) => text !== null) ?? restored[0];
  const scope = place?.folder.scope ?? record.entry.scope;
  const slug = place ? slugOf(place.name) : record.entry.slug;
  tx.describe({
    op: "undo",
    scope,
    slug,
    by: by.source,
    undoes: record.id,
    ...(by.session !== undefined && { session: by.session }),
  });
  const path = context.storage.locate(place?.path ?? record.changes[0]?.path ?? "home/memory");
  return { id: `${scope}/${slug}`, scope, slug, path };
}

import {
  isAt,
  revertChange,
  type JournalChange,
  type StoragePath,
  type Transaction,
} from "../storage/index.ts";
import { escapeUnseen, indexName, isMemoryFile } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { foldersOf, indexPathOf, slugOf, type MemoryFolder } from "./folders.ts";
import { parseMemory } from "./format.ts";
import { isOfOtherTree, newestUndoable, type MemoryRecord } from "./history.ts";
import { dropLine, editIndex, writeIndex } from "./index-change.ts";
import { readEntry } from "./index-entry.ts";
import { scanIndex } from "./index-file.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { readTrust, trustOwn } from "./trusted.ts";
import type { Source, UndoResult } from "./types.ts";

/** Who takes a change back, and how. */
export interface UndoInput {
  source: Source;
  session?: string;
  /** Leaves every file as it is and only marks the change as passed over: the next undo goes on with the one before. */
  skip?: boolean;
}

/**
 * Takes back the newest change not yet undone. A memory's file must still be what the change made of it, or
 * be what it was before already: later work is never lost to an undo. The index is a person's file and may
 * have changed since; then only the lines in question go or come back.
 */
export async function undoNewest(context: StoreContext, by: UndoInput): Promise<UndoResult> {
  let seen = await newestUndoable(context.storage);
  while (seen) {
    const { scopes } = seen;
    const { value, recovered } = await context.storage.change(scopes, async (tx) => {
      // Looked for again under the lock: several processes may undo at once, each another change.
      const record = await newestUndoable(context.storage);
      if (!record || record.scopes.some((scope) => !scopes.includes(scope))) return { elsewhere: record };
      return { result: await takeBack(context, tx, { record, by }) };
    });
    if (value.result) return withNotes(value.result, notesOfRecovery(context, recovered));
    seen = value.elsewhere;
  }
  return { undone: false, code: "not-found", reason: "There is nothing to undo." };
}

function withNotes(result: UndoResult, notes: readonly string[]): UndoResult {
  return result.undone ? { ...result, notes: [...result.notes, ...notes] } : result;
}

interface Undoing {
  record: MemoryRecord;
  by: UndoInput;
}

async function takeBack(context: StoreContext, tx: Transaction, undoing: Undoing): Promise<UndoResult> {
  const { record, by } = undoing;
  if (by.skip === true) return passOver(context, tx, undoing);
  const places = placesIn(context, record);
  if (places === null) return { undone: false, code: "conflict", reason: notHere(record) };
  const restored: Restored[] = [];
  for (const place of places.filter(({ name }) => name !== indexName)) {
    const before = await textBefore(tx, place.change);
    if (!before.ok)
      return { undone: false, code: "conflict", reason: refusal(context, record, place.change) };
    restored.push({ ...place, path: place.change.path, ...before });
  }
  // With a memory its lines are put right one by one; lines alone come back as they were or not at all.
  const stuck = restored.length === 0 ? await notAsLeft(tx, places) : undefined;
  if (stuck) return { undone: false, code: "conflict", reason: refusal(context, record, stuck) };
  for (const { path, text, isThere } of restored) {
    if (isThere) continue;
    if (text === null) tx.remove(path);
    else tx.write(path, text);
  }
  const notes = restored.flatMap((each) => (each.isThere ? thereAlready(context, record, each) : []));
  for (const { change, folder, name } of places) {
    if (name !== indexName) continue;
    const isExact = await revertIndex(tx, change);
    if (!isExact) notes.push(...(await revertLines(context, tx, { folder, change, restored })));
  }
  await trustRestored(context, tx, restored);
  const result = describeUndo(context, tx, { ...undoing, restored });
  return { undone: true, op: record.entry.op, ...result, notes };
}

/** One memory file, and what it becomes. */
interface Restored {
  folder: MemoryFolder;
  name: string;
  path: StoragePath;
  text: string | null;
  /** It was so already: a person took the change back by hand. */
  isThere: boolean;
}

/** The text of a file before a change; not ok where the file is neither as before the change nor as after it. */
async function textBefore(
  tx: Transaction,
  change: JournalChange,
): Promise<{ ok: true; text: string | null; isThere: boolean } | { ok: false }> {
  const result = await tx.read(change.path);
  const current = result.found ? result.text : null;
  if (isAt(change.before, current)) return { ok: true, text: current, isThere: true };
  const reverted = revertChange(change, current);
  return reverted.matches ? { ok: true, text: reverted.text, isThere: false } : { ok: false };
}

function passOver(context: StoreContext, tx: Transaction, undoing: Undoing): UndoResult {
  const { op } = undoing.record.entry;
  const result = describeUndo(context, tx, { ...undoing, restored: [] });
  const note = "Its files stay as they are; the next undo takes back the change before it.";
  return { undone: true, skipped: true, op, ...result, notes: [note] };
}

function madeBy({ source, session }: UndoInput): { by: Source; session?: string } {
  return { by: source, ...(session !== undefined && { session }) };
}

/** The memory files and indexes of a change; null where one lies in a folder that is not open here. */
function placesIn(
  context: StoreContext,
  record: MemoryRecord,
): { change: JournalChange; folder: MemoryFolder; name: string }[] | null {
  const folders = foldersOf(context.storage);
  const places = [];
  for (const change of record.changes) {
    const at = change.path.lastIndexOf("/");
    const name = change.path.slice(at + 1);
    // Trust and the project's own file are no part of a memory, and stay.
    if (name !== indexName && !isMemoryFile(name)) continue;
    const folder = folders.find(({ path }) => path === change.path.slice(0, at));
    if (!folder || (folder.isShared && isOfOtherTree(context.storage, record))) return null;
    places.push({ change, folder, name });
  }
  return places;
}

const SKIP = "`daybook undo --skip` passes over it, and the next undo takes back the change before.";

function notHere({ entry, shared }: MemoryRecord): string {
  const where = shared === undefined ? "a shared folder that is" : `${escapeUnseen(shared)}, which is`;
  return `The newest change, the ${entry.op} of ${entry.scope}/${entry.slug}, was made in ${where} not open here. Undo it in that work tree. ${SKIP}`;
}

function refusal(
  { storage }: StoreContext,
  { entry }: MemoryRecord,
  { path, splice }: JournalChange,
): string {
  const what = `the ${entry.op} of ${entry.scope}/${entry.slug}`;
  if (splice.withheld !== undefined) {
    return `What ${what} took out of ${storage.locate(path)} held a secret or went for good with a session, so it is not kept and cannot come back. ${SKIP}`;
  }
  return (
    `${storage.locate(path)} was changed after ${what}, and undoing it would lose that change. ` +
    `Edit or delete the memory by hand. ${SKIP}`
  );
}

function thereAlready(
  { storage }: StoreContext,
  { entry }: MemoryRecord,
  { path, text }: Restored,
): string[] {
  const state = text === null ? "was gone already" : `was as before the ${entry.op} already`;
  return [`${storage.locate(path)} ${state}: only what was left of the change was taken back.`];
}

/** The first index that is neither as a change left it nor as it was before. */
async function notAsLeft(
  tx: Transaction,
  places: readonly { change: JournalChange }[],
): Promise<JournalChange | undefined> {
  for (const { change } of places) {
    const current = await tx.read(change.path);
    const text = current.found ? current.text : null;
    if (!isAt(change.before, text) && !revertChange(change, text).matches) return change;
  }
  return undefined;
}

/** Puts an index back byte for byte; false when it changed since. */
async function revertIndex(tx: Transaction, change: JournalChange): Promise<boolean> {
  const current = await tx.read(change.path);
  const before = current.found ? current.text : null;
  if (isAt(change.before, before)) return true;
  const reverted = revertChange(change, before);
  if (reverted.matches) writeIndex(tx, change.path, { before, after: reverted.text });
  return reverted.matches;
}

async function revertLines(
  context: StoreContext,
  tx: Transaction,
  {
    folder,
    change,
    restored,
  }: { folder: MemoryFolder; change: JournalChange; restored: readonly Restored[] },
): Promise<string[]> {
  for (const { name, text } of restored.filter((each) => each.folder.path === folder.path)) {
    if (text === null) {
      await dropLine({ tx, storage: context.storage }, folder, name);
      continue;
    }
    const { header } = await parseMemory(text, slugOf(name));
    const memory = { file: name, name: header.name, description: header.description };
    const former = lineRemoved(change, name);
    // A line that went with its file comes back in the person's words; one that is there again is theirs too.
    await editIndex(context, tx, { folder, memory, rewrite: former === null, former });
  }
  return [
    `${context.storage.locate(indexPathOf(folder))} was changed meanwhile: only the line of this memory was put right.`,
  ];
}

/** The line of a file that a change took out of the index, or null where it only changed one. */
function lineRemoved({ splice: { removed } }: JournalChange, file: string): string | null {
  const [first = "", ...others] = removed.split("\n");
  const last = others.pop();
  // The stretch begins behind what the line has in common with the one below, and so ends with it.
  const lines = last === undefined ? [] : [last + first, ...others];
  const line = lines.find((each) => readEntry(each)?.file === file);
  return line === undefined ? null : line.replace(/\r$/, "");
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
  tx.describe({ op: "undo", scope, slug, undoes: record.id, ...madeBy(by) });
  return {
    id: `${scope}/${slug}`,
    scope,
    slug,
    path: placeOf(context, place?.path ?? record.changes[0]?.path),
  };
}

/** Where a person finds it; the path itself where its folder is not open here. */
function placeOf({ storage }: StoreContext, path: StoragePath = "home/memory"): string {
  const isOpen = (["home", "project", "shared"] as const).some(
    (root) => path.startsWith(`${root}/`) && storage.has(root),
  );
  return isOpen ? storage.locate(path) : path;
}

import { DaybookError } from "../errors/index.ts";
import type { HistoryEntry, Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { editedFiles } from "./edited-files.ts";
import { foldersOf, indexPathOf, slugOf, type MemoryFolder } from "./folders.ts";
import { dropLine, mendIndex } from "./index-change.ts";
import { scanIndex } from "./index-file.ts";
import { assertTrusted, openMemory, type MemoryPlace, type OpenedMemory } from "./load.ts";
import { locate, parseReference, placesOf, type Reference } from "./locate.ts";
import { madeBefore } from "./once.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { withholdSecrets } from "./secrets.ts";
import { readTrust } from "./trusted.ts";
import type { DeleteResult, Once, Scope, Source } from "./types.ts";

export interface RemoveInput {
  reference: string;
  source: Source;
  session?: string;
  scope?: Scope;
  version?: string;
  once?: Once;
}

/** Deletes a memory and its index lines in one change. A line that leads to no file can be deleted as well. */
export async function removeMemory(context: StoreContext, input: RemoveInput): Promise<DeleteResult> {
  const { once } = input;
  const reference = parseReference(input.reference, input.scope);
  const made = once && (await madeBefore(context.storage, once));
  if (made) return removedBefore(context, made);
  const { folder } = await placeToRemove(context, reference);
  const { value, recovered } = await context.storage.change([folder.scope], (tx) =>
    removeFile(context, tx, { input, reference: { ...reference, scope: folder.scope } }),
  );
  return { ...value, notes: [...value.notes, ...notesOfRecovery(context, recovered)] };
}

function removedBefore({ storage }: StoreContext, { scope, slug }: HistoryEntry): DeleteResult {
  const path = storage.locate(`${scope === "user" ? "home" : "project"}/memory/${slug}.md`);
  return { id: `${scope}/${slug}`, slug, scope, path, name: slug, notes: [], already: true };
}

/** Deletes one within a change. */
export async function removeFile(
  context: StoreContext,
  tx: Transaction,
  { input, reference }: { input: RemoveInput; reference: Reference },
): Promise<DeleteResult> {
  const { storage } = context;
  const { folder, name } = await placeToRemove(context, reference, tx);
  const trust = await readTrust(tx, storage);
  const opened = await openMemory({ storage, reader: tx, trust }, { folder, name });
  if (opened) assertTrusted(opened);
  assertVersion(opened, input);
  const path = `${folder.path}/${name}` as const;
  const notes = await withholdSecrets(context, tx, { folder, name, opened });
  if (opened) tx.remove(path);
  notes.push(...(await mendIndex(context, tx, { folder, edited: await editedFiles(context, tx, folder) })));
  await dropLine({ tx, storage }, folder, name);
  const slug = slugOf(name);
  tx.describe({
    op: "delete",
    scope: folder.scope,
    slug,
    by: input.source,
    ...(input.session !== undefined && { session: input.session }),
    ...(input.once !== undefined && { key: input.once.key }),
  });
  return {
    id: `${folder.scope}/${slug}`,
    slug,
    scope: folder.scope,
    path: storage.locate(path),
    name: opened?.memory.name ?? slug,
    notes: opened ? notes : ["There was no file, only a line in MEMORY.md; the line is gone.", ...notes],
  };
}

function assertVersion(opened: OpenedMemory | null, { version, reference }: RemoveInput): void {
  if (version === undefined || opened?.memory.version === version) return;
  throw new DaybookError(
    "conflict",
    `${opened?.memory.id ?? reference} was changed since it was read. Read it again, and decide on what it says now.`,
    { data: opened ? { id: opened.memory.id, version: opened.memory.version } : {} },
  );
}

async function placeToRemove(
  { storage }: StoreContext,
  reference: Reference,
  reader: Transaction | StoreContext["storage"] = storage,
): Promise<MemoryPlace> {
  const at = { storage, reader };
  const places = await placesOf(at, reference);
  const dangling = places.length === 0 ? await danglingLine(at, reference) : null;
  return dangling ?? locate(at, reference);
}

/** The place of an index line whose file is gone. */
async function danglingLine(
  { storage, reader }: { storage: StoreContext["storage"]; reader: Pick<Transaction, "read"> },
  { slug, scope }: Reference,
): Promise<MemoryPlace | null> {
  const found: { folder: MemoryFolder; name: string }[] = [];
  for (const folder of foldersOf(storage, scope ?? undefined)) {
    if (folder.isShared && (await readTrust(reader, storage)) === null) continue;
    const index = await reader.read(indexPathOf(folder));
    const entries = index.found ? scanIndex(index.text) : [];
    if (entries.some(({ entry }) => entry?.file === `${slug}.md`)) found.push({ folder, name: `${slug}.md` });
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

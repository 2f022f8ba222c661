import type { Transaction } from "../storage/index.ts";
import { readFrontmatter } from "../text/index.ts";

import { completeText } from "./complete-text.ts";
import type { StoreContext } from "./context.ts";
import type { MemoryFolder } from "./folders.ts";
import { rewriteMemory } from "./format.ts";
import { assertWritable } from "./load.ts";
import { notFound } from "./locate.ts";
import { openAt, textOf, type MemoryText, type TextAuthor, type TextPlace } from "./memory-text.ts";
import { assertFree, folderForNew } from "./resolve.ts";
import { guardHistory } from "./save.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { refuseSecretsIn } from "./secrets.ts";
import { readTrust } from "./trusted.ts";
import type { MemoryType, SaveResult, Scope } from "./types.ts";
import { writeMemoryFile } from "./write-file.ts";

interface Writing {
  place: TextPlace;
  change: (text: MemoryText | null) => string;
  by: TextAuthor;
}

/** Writes what `change` makes of a memory's file, as `MemoryTexts.write` says. */
export async function writeText(context: StoreContext, writing: Writing): Promise<SaveResult & MemoryText> {
  const { value, recovered } = await context.storage.change([writing.place.scope], (tx) =>
    writeIn(context, tx, writing),
  );
  return { ...value, notes: [...value.notes, ...notesOfRecovery(context, recovered)] };
}

async function writeIn(
  context: StoreContext,
  tx: Transaction,
  { place, change, by }: Writing,
): Promise<SaveResult & MemoryText> {
  const existing = await openAt(context.storage, tx, place);
  if (existing === null) await assertFree({ context, reader: tx }, place.scope, place.slug);
  else assertWritable(existing);
  const wished = change(existing === null ? null : await textOf(existing));
  const { text, shown } = await completeText(context, { ...place, text: wished, existing, by });
  const notes = existing === null ? [] : await guardHistory(context, tx, { existing, text });
  await refuseSecretsIn(context.gate, { text, slug: place.slug });
  const folder = existing?.folder ?? (await newFolder(context, tx, place.scope));
  const saved = await writeMemoryFile(context, tx, { existing, folder, slug: place.slug, text, shown, by });
  const { bodyAt } = await readFrontmatter(text);
  return { ...saved, notes: [...notes, ...saved.notes], text, bodyAt, isText: true, name: shown.name };
}

interface Renaming {
  from: TextPlace;
  to: TextPlace;
  by: TextAuthor;
}

/** Gives a memory another place, as `MemoryTexts.rename` says. */
export async function renameText(
  context: StoreContext,
  renaming: Renaming,
): Promise<SaveResult & { name: string }> {
  const { value, recovered } = await context.storage.change(
    [...new Set([renaming.from.scope, renaming.to.scope])],
    (tx) => renameIn(context, tx, renaming),
  );
  return { ...value, notes: [...value.notes, ...notesOfRecovery(context, recovered)] };
}

async function renameIn(
  context: StoreContext,
  tx: Transaction,
  { from, to, by }: Renaming,
): Promise<SaveResult & { name: string }> {
  const existing = await openAt(context.storage, tx, from);
  if (existing === null) throw await notFound({ storage: context.storage, reader: tx }, from);
  assertWritable(existing);
  await assertFree({ context, reader: tx }, to.scope, to.slug);
  const folder = from.scope === to.scope ? existing.folder : await newFolder(context, tx, to.scope);
  const { memory } = existing;
  // A name that was made of the file's follows it, and so does a type that was made of the scope.
  const name = memory.name === from.slug ? to.slug : memory.name;
  const text = await textAt(existing.text, {
    ...(name !== memory.name && { name }),
    ...(memory.type === from.scope && from.scope !== to.scope && { type: to.scope }),
  });
  await refuseSecretsIn(context.gate, { text, slug: to.slug });
  const shown = { name, description: memory.description };
  const saved = await writeMemoryFile(context, tx, { existing, folder, slug: to.slug, text, shown, by });
  return { ...saved, name };
}

async function newFolder(context: StoreContext, tx: Transaction, scope: Scope): Promise<MemoryFolder> {
  return folderForNew(context.storage, scope, await readTrust(tx, context.storage));
}

/** The text with other values in its header, if it has one. */
async function textAt(text: string, header: { name?: string; type?: MemoryType }): Promise<string> {
  if (Object.keys(header).length === 0 || (await readFrontmatter(text)).header === null) return text;
  const rewritten = await rewriteMemory(text, { header });
  return rewritten.ok ? rewritten.text : text;
}

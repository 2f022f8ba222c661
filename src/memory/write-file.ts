import type { Transaction } from "../storage/index.ts";
import { indexName } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { editedFiles } from "./edited-files.ts";
import type { MemoryFolder } from "./folders.ts";
import { dropLine, editIndex, mendIndex } from "./index-change.ts";
import type { OpenedMemory } from "./load.ts";
import type { SaveTarget } from "./resolve.ts";
import { notesOfSave } from "./save-notes.ts";
import { trustOwn } from "./trusted.ts";
import type { SaveResult, Source } from "./types.ts";

/** A memory file that is to be written, and what it was. Everything was checked. */
export interface WrittenFile extends Pick<SaveTarget, "scan" | "edited" | "files"> {
  /** The memory as it was, maybe in another place; null for a new one. */
  existing: OpenedMemory | null;
  folder: MemoryFolder;
  slug: string;
  text: string;
  /** As the header of `text` has them. */
  shown: { name: string; description: string };
  by: { source: Source; session?: string; key?: string };
}

/** Writes a memory file, its index line and its line of history; one that was elsewhere is gone from there. */
export async function writeMemoryFile(
  context: StoreContext,
  tx: Transaction,
  { existing, folder, slug, text, shown, by, ...found }: WrittenFile,
): Promise<SaveResult> {
  if (folder.scope === "project") await context.ensureProject(tx);
  const byHand = found.edited ?? (await editedFiles(context, tx, folder));
  const notes = await mendIndex(context, tx, { folder, edited: byHand });
  const file = `${slug}.md`;
  const path = `${folder.path}/${file}` as const;
  tx.write(path, text);
  const isMove = existing !== null && existing.memory.path !== path;
  if (isMove) tx.remove(existing.memory.path);
  const edited = await editIndex(context, tx, {
    folder,
    memory: { file, ...shown },
    scan: found.scan,
    files: found.files,
    rewrite: existing?.memory.name !== shown.name || existing.memory.description !== shown.description,
  });
  if (isMove) await dropLine({ tx, storage: context.storage }, existing.folder, existing.name);
  if (folder.isShared)
    await trustOwn(tx, [
      { name: file, text },
      { name: indexName, text: edited.line },
    ]);
  tx.describe({
    op: isMove ? "move" : existing ? "update" : "create",
    scope: folder.scope,
    slug,
    by: by.source,
    ...(by.session !== undefined && { session: by.session }),
    ...(by.key !== undefined && { key: by.key }),
  });
  return {
    id: `${folder.scope}/${slug}`,
    slug,
    scope: folder.scope,
    path: context.storage.locate(path),
    action: existing ? "updated" : "created",
    notes: [...notes, ...notesOfSave(context, { scope: folder.scope, edited })],
  };
}

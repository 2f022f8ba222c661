import { DaybookError } from "../errors/index.ts";
import type { Transaction } from "../storage/index.ts";
import { indexName } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { foldersOf, memoryFilesIn, slugOf, type MemoryFolder } from "./folders.ts";
import { dropLine, editIndex } from "./index-change.ts";
import { openMemory } from "./load.ts";
import { secretsIn } from "./secrets.ts";
import { contextOf, type MemoryStoreOptions } from "./store.ts";
import { readTrust, trustOwn } from "./trusted.ts";
import type { Source } from "./types.ts";

export interface SharedMemories {
  /** Slugs that are in the shared folder now. */
  moved: string[];
  /** What stayed private, and why. */
  notes: string[];
}

/**
 * Moves the project's private memories into `.agent/memory`, each with its index line in one step, so that
 * each can be undone. The project must trust its shared memory: `daybook init` has it do so first.
 */
export async function shareMemories(
  options: MemoryStoreOptions,
  by: { source: Source; session?: string },
): Promise<SharedMemories> {
  const context = contextOf(options);
  const folders = foldersOf(context.storage, "project");
  const shared = folders.find(({ isShared }) => isShared);
  const own = folders.find(({ isShared }) => !isShared);
  const result: SharedMemories = { moved: [], notes: [] };
  if (!shared || !own)
    throw new DaybookError("invalid", "This project has no shared memory; `daybook init` makes it.");
  // Oldest line last: lines are added in front, so the order of the index stays.
  for (const name of (await memoryFilesIn(context.storage, own)).toReversed()) {
    const { value } = await context.storage.change(["project"], (tx) =>
      moveOne(context, tx, { name, own, shared, by }),
    );
    if (value === null) result.moved.push(slugOf(name));
    else result.notes.push(value);
  }
  result.moved.reverse();
  return result;
}

/** Null when it moved, else why not. */
async function moveOne(
  context: StoreContext,
  tx: Transaction,
  {
    name,
    own,
    shared,
    by,
  }: { name: string; own: MemoryFolder; shared: MemoryFolder; by: { source: Source; session?: string } },
): Promise<string | null> {
  const { storage } = context;
  const trust = await readTrust(tx, storage);
  const opened = await openMemory({ storage, reader: tx, trust }, { folder: own, name });
  if (!opened) return `${name} is gone.`;
  const { memory, text, damage } = opened;
  if (damage !== null) return `${memory.file} stays private: it could not be read (${damage}).`;
  const secrets = await secretsIn(context.gate, opened);
  if (secrets !== "") return `${memory.file} stays private: it holds a secret (${secrets}).`;
  const taken = (await memoryFilesIn(tx, shared)).some((file) => file.toLowerCase() === name.toLowerCase());
  if (taken) return `${memory.file} stays private: there is a shared memory of that slug already.`;
  await context.ensureProject(tx);
  await tx.move(memory.path, `${shared.path}/${name}`);
  const edited = await editIndex(context, tx, {
    folder: shared,
    memory: { file: name, name: memory.name, description: memory.description },
    rewrite: true,
  });
  await dropLine({ tx, storage }, own, name);
  await trustOwn(tx, [
    { name, text },
    { name: indexName, text: edited.line },
  ]);
  tx.describe({
    op: "move",
    scope: "project",
    slug: memory.slug,
    by: by.source,
    ...(by.session !== undefined && { session: by.session }),
  });
  return null;
}

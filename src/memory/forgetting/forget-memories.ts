import { DaybookError } from "../../errors/index.ts";
import type { StoragePath, Transaction } from "../../storage/index.ts";
import { indexName } from "../../text/index.ts";

import type { StoreContext } from "../context.ts";
import { foldersOf, slugOf, type MemoryFolder } from "../folders.ts";
import { parseMemory } from "../format.ts";
import { dropLine } from "../index-change.ts";
import { openMemory, type OpenedMemory } from "../load.ts";
import { guardHistory } from "../save.ts";
import { withholdSecrets } from "../secrets.ts";
import { contextOf, type MemoryStoreOptions } from "../store.ts";
import { readTrust } from "../trusted.ts";
import { writeMemoryFile } from "../write-file.ts";
import type { ForgettingPlan, SessionMemory } from "./plan-forgetting.ts";

/** What was done with each memory of a plan. */
export interface ForgottenMemories {
  /** Ids. */
  removed: string[];
  restored: string[];
  /** As planned, and what could not be done after all. */
  left: { id: string; why: string }[];
  notes: string[];
  /** Files that changed or are gone, the indexes among them. */
  paths: StoragePath[];
}

/** Does what was planned, each memory in a change of its own, so that each can be undone. What changed since is left. */
export async function forgetMemories(
  options: MemoryStoreOptions,
  plan: ForgettingPlan,
): Promise<ForgottenMemories> {
  const context = contextOf(options);
  const done: ForgottenMemories = {
    removed: [],
    restored: [],
    left: plan.left.map(({ id, why }) => ({ id, why })),
    notes: [],
    paths: [],
  };
  for (const memory of plan.removed) {
    await each(done, memory, "removed", () =>
      changeMemory(context, memory, (tx, opened) => removeOne(context, tx, { opened })),
    );
  }
  for (const memory of plan.restored) {
    await each(done, memory, "restored", () =>
      changeMemory(context, memory, (tx, opened) => restoreOne(context, tx, { opened, text: memory.text })),
    );
  }
  done.notes = [...new Set(done.notes)];
  done.paths = [...new Set(done.paths)];
  return done;
}

/** One memory that refuses does not keep the others. */
async function each(
  done: ForgottenMemories,
  { id, path }: SessionMemory,
  list: "removed" | "restored",
  work: () => Promise<string[] | null>,
): Promise<void> {
  try {
    const notes = await work();
    if (notes === null) return;
    done[list].push(id);
    done.notes.push(...notes);
    done.paths.push(path, `${path.slice(0, path.lastIndexOf("/"))}/${indexName}` as StoragePath);
  } catch (error) {
    if (!DaybookError.isInstance(error)) throw error;
    done.left.push({ id, why: error.message });
  }
}

/**
 * Changes a memory as it was found; null when it is gone already. Fails with `conflict` where it changed meanwhile.
 */
export async function changeMemory(
  { storage }: StoreContext,
  { path, version, file }: SessionMemory,
  work: (tx: Transaction, opened: OpenedMemory) => Promise<string[]>,
): Promise<string[] | null> {
  const { folder, name } = placeOf(storage, path);
  const { value } = await storage.change([folder.scope], async (tx) => {
    const trust = await readTrust(tx, storage);
    const opened = await openMemory({ storage, reader: tx, trust }, { folder, name });
    if (opened === null) return null;
    if (opened.memory.version !== version) {
      throw new DaybookError("conflict", `${file} changed meanwhile; run this again to see what it is now.`);
    }
    return work(tx, opened);
  });
  return value;
}

function placeOf(
  storage: StoreContext["storage"],
  path: StoragePath,
): { folder: MemoryFolder; name: string } {
  const at = path.lastIndexOf("/");
  const folder = foldersOf(storage).find((one) => one.path === path.slice(0, at));
  if (folder === undefined) throw new DaybookError("internal", `${path} is in no folder of memories.`);
  return { folder, name: path.slice(at + 1) };
}

async function removeOne(
  context: StoreContext,
  tx: Transaction,
  { opened }: { opened: OpenedMemory },
): Promise<string[]> {
  const { folder, name, memory } = opened;
  const notes = await withholdSecrets(context, tx, { folder, name, opened });
  tx.remove(memory.path);
  await dropLine({ tx, storage: context.storage }, folder, name);
  tx.describe({ op: "delete", scope: folder.scope, slug: slugOf(name), by: "user" });
  return notes;
}

async function restoreOne(
  context: StoreContext,
  tx: Transaction,
  { opened, text }: { opened: OpenedMemory; text: string },
): Promise<string[]> {
  const notes = await guardHistory(context, tx, { existing: opened, text });
  const slug = opened.memory.slug;
  const { header } = await parseMemory(text, slug);
  const { folder } = opened;
  await writeMemoryFile(context, tx, {
    existing: opened,
    folder,
    slug,
    text,
    shown: { name: header.name, description: header.description },
    by: { source: "user" },
  });
  return notes;
}

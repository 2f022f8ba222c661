import { DaybookError } from "../../errors/index.ts";
import type { StoragePath } from "../../storage/index.ts";

import type { StoreContext } from "../context.ts";
import { rewriteMemory } from "../format.ts";
import { guardHistory } from "../save.ts";
import { contextOf, type MemoryStoreOptions } from "../store.ts";
import { trustOwn } from "../trusted.ts";
import { changeMemory } from "./forget-memories.ts";
import { openEvery, sessionMemory, type SessionMemory } from "./plan-forgetting.ts";

/** What became of the memories that name a session. */
export interface UnnamedMemories {
  /** They do not name it any more. */
  paths: StoragePath[];
  /** They name it still, and why: a sentence. */
  left: { path: StoragePath; why: string }[];
}

/** The memories, as `scope/slug`, whose header names a session. */
export async function memoriesNaming(options: MemoryStoreOptions, session: string): Promise<string[]> {
  return (await naming(contextOf(options), session)).map(({ id }) => id);
}

/**
 * Takes the name of a session out of the headers that bear it, and nothing else. It is no change that a person undoes,
 * so the history knows it by its fingerprints alone; a purge of the history takes out the name there.
 */
export async function unnameSession(options: MemoryStoreOptions, session: string): Promise<UnnamedMemories> {
  const context = contextOf(options);
  const done: UnnamedMemories = { paths: [], left: [] };
  for (const memory of await naming(context, session)) {
    try {
      if ((await unname(context, memory)) !== null) done.paths.push(memory.path);
    } catch (error) {
      if (!DaybookError.isInstance(error)) throw error;
      done.left.push({ path: memory.path, why: error.message });
    }
  }
  return done;
}

async function naming(context: StoreContext, session: string): Promise<SessionMemory[]> {
  const opened = await openEvery(context);
  return opened.filter(({ memory }) => memory.session === session).map(sessionMemory);
}

async function unname(context: StoreContext, memory: SessionMemory): Promise<string[] | null> {
  return changeMemory(context, memory, async (tx, opened) => {
    const { folder, name, isHeld, text: before } = opened;
    if (isHeld) throw new DaybookError("conflict", "It is shared and held: `daybook trust` shows it first.");
    const rewritten = await rewriteMemory(before, { header: {}, dropsSession: true });
    if (!rewritten.ok) throw new DaybookError("invalid", "Its header cannot be changed without loss.");
    const { text } = rewritten;
    const notes = await guardHistory(context, tx, { existing: opened, text });
    tx.write(memory.path, text);
    if (folder.isShared) await trustOwn(tx, [{ name, text }]);
    return notes;
  });
}

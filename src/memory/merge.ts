import { DaybookError } from "../errors/index.ts";
import type { Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { parseReference } from "./locate.ts";
import { madeBefore } from "./once.ts";
import { removeFile } from "./remove.ts";
import { applySave, savedBefore, targetOf } from "./save.ts";
import { parseSaveInput, type WantedSave } from "./save-input.ts";
import { notesOfRecovery } from "./save-notes.ts";
import { refuseSecrets } from "./secrets.ts";
import { contextOf, type MemoryStoreOptions } from "./store.ts";
import type { MemoryType, Once, SaveResult, Scope, Source } from "./types.ts";

/** A memory at a version. */
export interface VersionedMemory {
  /** `scope/slug`. */
  id: string;
  version: string;
}

export interface MergeInput {
  /** The memory that stays, and what it says from now on. */
  kept: VersionedMemory;
  name: string;
  description: string;
  type: MemoryType;
  body: string;
  /** Those that go, of the same scope. */
  gone: readonly VersionedMemory[];
  source: Source;
  session?: string;
  once?: Once;
}

/**
 * Makes one memory of several, in one step that one undo takes back. Nothing is written unless each is at the version
 * that the caller saw: `conflict` otherwise, `not-found` for one that is gone; else as a save.
 */
export async function mergeMemories(options: MemoryStoreOptions, input: MergeInput): Promise<SaveResult> {
  const context = contextOf(options);
  const { kept, gone, name, description, type, body, source, session, once } = input;
  const reference = parseReference(kept.id);
  const scope = scopeOfAll([kept, ...gone]);
  const by = { source, ...(session !== undefined && { session }), ...(once !== undefined && { once }) };
  const wanted = parseSaveInput(
    { name, description, type, body, scope, slug: reference.slug, version: kept.version, ...by },
    context.limits,
  );
  await refuseSecrets(context.gate, wanted);
  const { value, recovered } = await context.storage.change([scope], async (tx) => {
    const made = once && (await madeBefore(context.storage, once));
    return made ? savedBefore(context, made) : mergeAll(context, tx, { wanted, input, scope });
  });
  return { ...value, notes: [...value.notes, ...notesOfRecovery(context, recovered)] };
}

async function mergeAll(
  context: StoreContext,
  tx: Transaction,
  { wanted, input, scope }: { wanted: WantedSave; input: MergeInput; scope: Scope },
): Promise<SaveResult> {
  const saved = await applySave(context, tx, { wanted, target: await targetOf(context, tx, wanted) });
  const notes = [...saved.notes];
  // The whole is one change of the memory that stays.
  const unnamed: Transaction = { ...tx, describe: () => {} };
  for (const { id, version } of input.gone) {
    const reference = { ...parseReference(id), scope };
    const removed = await removeFile(context, unnamed, {
      input: { reference: id, source: input.source, version },
      reference,
    });
    notes.push(...removed.notes);
  }
  return { ...saved, notes };
}

function scopeOfAll(memories: readonly VersionedMemory[]): Scope {
  const [scope, other] = new Set(memories.map(({ id }) => parseReference(id).scope));
  if (scope !== undefined && scope !== null && other === undefined) return scope;
  throw new DaybookError(
    "invalid",
    "Only memories of one scope can be merged, each named by its id scope/slug.",
  );
}

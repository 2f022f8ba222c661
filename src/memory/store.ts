import { DaybookError } from "../errors/index.ts";
import type { SecretGate } from "../guard/index.ts";
import { defaultLimits, type Limits } from "../limits/index.ts";
import type { Storage, Transaction } from "../storage/index.ts";

import type { StoreContext } from "./context.ts";
import { logOf } from "./history.ts";
import { loadIndexes } from "./indexes.ts";
import { listMemories } from "./list.ts";
import { assertTrusted, openMemory } from "./load.ts";
import { locate, notFound, parseReference } from "./locate.ts";
import { removeMemory } from "./remove.ts";
import { saveMemory } from "./save.ts";
import { readTrust } from "./trusted.ts";
import type { Memory, MemoryStore, Scope } from "./types.ts";
import { undoNewest } from "./undo.ts";

export interface MemoryStoreOptions {
  storage: Storage;
  gate: SecretGate;
  now: () => Date;
  limits?: Limits;
  /** Runs in every change of project scope, before the memory is written: `createProjectKeeper` of a real project. */
  ensureProject?: (tx: Transaction) => Promise<void>;
}

/** Memories over a storage. All state is in the storage; several stores and processes share it safely. */
export function createMemoryStore(options: MemoryStoreOptions): MemoryStore {
  const context = contextOf(options);
  const { storage } = context;
  return {
    save: (input) => saveMemory(context, input),
    // Async, so that a wrong scope is a rejection as every other failure is.
    remove: async (reference, { source, session, scope }) =>
      removeMemory(context, {
        reference,
        source,
        ...(session !== undefined && { session }),
        ...(scope !== undefined && { scope: scopeNamed(scope) }),
      }),
    read: (reference, { scope } = {}) => readMemory(storage, reference, scope),
    list: () => listMemories(storage),
    undo: (by) => undoNewest(context, by),
    log: (limits) => logOf(storage, limits),
    indexes: () => loadIndexes(context),
  };
}

/** The options with their defaults. */
export function contextOf({
  limits = defaultLimits,
  ensureProject = async () => {},
  ...rest
}: MemoryStoreOptions): StoreContext {
  return { ...rest, limits, ensureProject, sweeps: new Map() };
}

async function readMemory(storage: Storage, text: string, scope: string | undefined): Promise<Memory> {
  const at = { storage, reader: storage };
  const reference = parseReference(text, scope === undefined ? undefined : scopeNamed(scope));
  const place = await locate(at, reference);
  const opened = await openMemory({ ...at, trust: await readTrust(storage, storage) }, place);
  if (!opened) throw await notFound(at, reference);
  assertTrusted(opened);
  return opened.memory;
}

function scopeNamed(scope: string): Scope {
  if (scope === "user" || scope === "project") return scope;
  throw new DaybookError("invalid", `There is no scope "${scope.slice(0, 40)}": it is user or project.`);
}

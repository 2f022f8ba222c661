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
import { readTrust } from "./trusted.ts";
import type { Memory, MemoryStore, Scope } from "./types.ts";

/** What a store is made of. */
export interface MemoryStoreOptions {
  storage: Storage;
  gate: SecretGate;
  now: () => Date;
  limits?: Limits;
  /** Runs in every change of project scope, before the memory is written: `createProjectKeeper` of a real project. */
  ensureProject?: (tx: Transaction) => Promise<void>;
}

/**
 * Memories over a storage. All state is in the storage; several stores and processes share it safely. What changes
 * memories is loaded by the first change: most processes only read, and before a prompt every millisecond counts.
 */
export function createMemoryStore(options: MemoryStoreOptions): MemoryStore {
  const context = contextOf(options);
  const { storage } = context;
  return {
    save: async (input) => (await import("./save.ts")).saveMemory(context, input),
    async remove(reference, { source, session, scope, version, once }) {
      const { removeMemory } = await import("./remove.ts");
      return removeMemory(context, {
        reference,
        source,
        ...(session !== undefined && { session }),
        ...(scope !== undefined && { scope: scopeNamed(scope) }),
        ...(version !== undefined && { version }),
        ...(once !== undefined && { once }),
      });
    },
    read: (reference, { scope } = {}) => readMemory(storage, reference, scope),
    list: () => listMemories(storage),
    undo: async (by) => (await import("./undo.ts")).undoNewest(context, by),
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
  return { ...rest, limits, ensureProject, sweeps: new Map(), seenNames: new Map() };
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

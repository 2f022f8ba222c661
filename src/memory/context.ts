import type { SecretGate } from "../guard/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Storage, StoragePath, Transaction } from "../storage/index.ts";

/** What every operation of the store works with. */
export interface StoreContext {
  storage: Storage;
  gate: SecretGate;
  limits: Limits;
  now: () => Date;
  /** Runs in every change of project scope: writes what a project must have before its first memory. */
  ensureProject: (tx: Transaction) => Promise<void>;
  /** When large folders were last looked through for edits by hand; it only saves work. */
  sweeps: Map<StoragePath, LastSweep>;
  /** Names of files without an index line; it only saves work. */
  seenNames: Map<StoragePath, SeenName>;
}

/** What the header of a file said, and under which stamp. */
export interface SeenName {
  name: string;
  stamp: string;
}

/** When a folder was last looked through, in the milliseconds of the file system and of a running clock. */
export interface LastSweep {
  fileTime: number;
  ended: number;
  took: number;
}

/** The time as headers hold it: UTC, whole seconds. */
export function timestamp({ now }: Pick<StoreContext, "now">): string {
  return now()
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
}

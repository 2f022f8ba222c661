import { DaybookError } from "../errors/index.ts";
import type { ReadResult, Storage, StoragePath, Transaction } from "../storage/index.ts";

/** A session that daybook put into the trash. */
export interface TrashedSession {
  /** ISO time at which it was put there. */
  at: string;
  /** UTC day (`2026-11-29`) on which the person was told; null until then. */
  announced: string | null;
}

/** What retention remembers from one start to the next. */
export interface TrashState {
  /** ISO time of the last start that looked at the trash: what the clock said then. */
  seen: string | null;
  /** UTC day on which the clock had jumped: nothing happens before a later one. */
  held: string | null;
  /** Why nothing was put away, as it was told last; a reason is told once. */
  told: string | null;
  sessions: Record<string, TrashedSession>;
}

const statePath: StoragePath = "project/trash/state.json";

/** Fails with `unreadable` where the file is broken: then it is not known what was put there, and what was told. */
export async function readTrashState(storage: Pick<Storage, "read" | "locate">): Promise<TrashState> {
  return parseState(await storage.read(statePath), storage.locate(statePath));
}

/** Changes the state; `work` changes what it is given. */
export async function changeTrashState(
  { tx, locate }: { tx: Transaction; locate: Storage["locate"] },
  work: (state: TrashState) => void,
): Promise<void> {
  const state = parseState(await tx.read(statePath), locate(statePath));
  work(state);
  tx.write(statePath, `${JSON.stringify(state, null, 2)}\n`);
}

function parseState(read: ReadResult, place: string): TrashState {
  if (!read.found) return { seen: null, held: null, told: null, sessions: {} };
  try {
    const { seen, held, told = null, sessions } = JSON.parse(read.text) as TrashState;
    if ([seen, held, told].every(isTextOrNull) && Object.values(sessions).every(isTrashed)) {
      return { seen, held, told, sessions };
    }
  } catch {
    // Told below.
  }
  throw new DaybookError(
    "unreadable",
    `${place} cannot be read, so old sessions stay where they are. Mend it, or move it away: what is in the trash now then stays there.`,
  );
}

function isTrashed({ at, announced }: TrashedSession): boolean {
  return !Number.isNaN(Date.parse(at)) && isTextOrNull(announced);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

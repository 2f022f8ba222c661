import { DaybookError } from "../errors/index.ts";
import type { Storage } from "../storage/index.ts";
import { damageKinds } from "./damage.ts";
import type { DamageKind, DamageReport } from "./damage.ts";
import { createLogReader } from "./log-reader.ts";
import type { LogEntry } from "./log-reader.ts";
import type { LoggedRecord } from "./record.ts";
import { sessionPath } from "./session-path.ts";

/** The records of a log from the first to the last, and in the end what was wrong with its lines. */
export interface ExportedLog {
  /** Everything that was said, also what a compaction no longer sends. May be gone through once. */
  records: AsyncIterable<LoggedRecord>;
  /** Complete when `records` ends. */
  damage(): DamageReport;
}

/** Opens a log for copying it out: in memory for a few records. Fails with `not-found`. */
export async function exportLog(storage: Storage, id: string): Promise<ExportedLog> {
  const path = sessionPath(id);
  if ((await storage.size(path)) === null) {
    throw new DaybookError("not-found", `There is no session ${id}. daybook sessions list shows all.`);
  }
  const counts = new Map<DamageKind, number>();
  return {
    records: recordsOf(storage.stream(path), (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1)),
    damage: () => Object.fromEntries(damageKinds.flatMap((kind) => damageOf(kind, counts.get(kind)))),
  };
}

function damageOf(kind: DamageKind, count: number | undefined): [DamageKind, number][] {
  return count === undefined ? [] : [[kind, count]];
}

async function* recordsOf(
  chunks: AsyncIterable<Uint8Array>,
  onDamage: (kind: DamageKind) => void,
): AsyncGenerator<LoggedRecord> {
  let waiting: LogEntry[] = [];
  const reader = createLogReader({ onEntry: (entry) => void waiting.push(entry) });
  const taken = function* (): Generator<LoggedRecord> {
    const entries = waiting;
    waiting = [];
    for (const entry of entries) {
      if (entry.kind === "record") yield entry.record;
      else if (entry.kind === "damage") onDamage(entry.damage);
    }
  };
  for await (const chunk of chunks) {
    reader.push(chunk);
    yield* taken();
  }
  reader.end();
  yield* taken();
}

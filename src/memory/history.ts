import { dirname, resolve } from "node:path";

import type { HistoryEntry, HistoryRecord, Storage } from "../storage/index.ts";

import { scopesOf } from "./folders.ts";
import type { LogLine, Scope } from "./types.ts";

/** A record of the history that is about a memory. */
export type MemoryRecord = HistoryRecord & { entry: HistoryEntry };

/** What changed, newest first, of both scopes; a change of both appears once. */
export async function logOf(
  storage: Storage,
  { limit = Infinity }: { limit?: number } = {},
): Promise<LogLine[]> {
  const histories = await Promise.all(scopesOf(storage).map((scope) => recordsOf(storage, scope, limit)));
  const lines: LogLine[] = [];
  for (const { ts, entry } of newestFirst(histories)) {
    if (lines.length >= limit) break;
    lines.push({ op: entry.op, ts, scope: entry.scope, slug: entry.slug, by: entry.by });
  }
  return lines;
}

/** Every change of a memory, oldest first, as `logOf` orders them. */
export async function allRecords(storage: Storage): Promise<MemoryRecord[]> {
  const scopes = scopesOf(storage);
  const histories = await Promise.all(scopes.map((scope) => recordsOf(storage, scope, Infinity)));
  return newestFirst(histories).toReversed();
}

async function recordsOf(storage: Storage, scope: Scope, limit: number): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  for await (const record of storage.history(scope)) {
    if (isMemoryRecord(record)) records.push(record);
    if (records.length >= limit) break;
  }
  return records;
}

/** Merges histories that are each newest first; each keeps its own order, whatever the clock said. */
function newestFirst(histories: readonly MemoryRecord[][]): MemoryRecord[] {
  const heads = histories.map(() => 0);
  const merged = new Map<string, MemoryRecord>();
  for (;;) {
    let newest = -1;
    histories.forEach((history, position) => {
      const record = history[heads[position] ?? 0];
      const best = histories[newest]?.[heads[newest] ?? 0];
      if (record && (!best || isNewer(record, best))) newest = position;
    });
    const record = histories[newest]?.[heads[newest] ?? 0];
    if (!record) return [...merged.values()];
    merged.set(record.id, merged.get(record.id) ?? record);
    heads[newest] = (heads[newest] ?? 0) + 1;
  }
}

/** The newest change of a memory that was not undone, in either scope. */
export async function newestUndoable(storage: Storage): Promise<MemoryRecord | null> {
  let newest: MemoryRecord | null = null;
  for (const scope of scopesOf(storage)) {
    const undone = new Set<string>();
    for await (const record of storage.history(scope)) {
      if (!isMemoryRecord(record)) continue;
      const { op, undoes } = record.entry;
      if (op === "undo") {
        if (undoes !== undefined) undone.add(undoes);
      } else if (!undone.has(record.id)) {
        if (newest === null || isNewer(record, newest)) newest = record;
        break;
      }
    }
  }
  return newest;
}

/** Whether a change was made in the shared folder of another work tree. */
export function isOfOtherTree(
  storage: Pick<Storage, "locate">,
  { shared }: Pick<HistoryRecord, "shared">,
): boolean {
  return shared !== undefined && resolve(shared) !== resolve(dirname(storage.locate("shared/memory")));
}

function isMemoryRecord(record: HistoryRecord): record is MemoryRecord {
  return record.entry !== undefined;
}

/** By time; within one millisecond by id, whose numbers rise where they can. */
function isNewer(left: HistoryRecord, right: HistoryRecord): boolean {
  if (left.ts !== right.ts) return left.ts > right.ts;
  return left.id.localeCompare(right.id, "en", { numeric: true }) > 0;
}

import { parseJournalLine, renderRecord } from "./journal.ts";
import type { JournalRecord } from "./journal.ts";
import type { HistoryPurge, JournalChange, PurgeVerdict, StoragePath } from "./storage.ts";

/**
 * Taking texts out of a history for good. A line stays where its record was, so that what other records say of
 * before and after, of done and undone, keeps its meaning; only what it held is gone.
 */

/** A line of a history as it is after the purge: the very same text where nothing of it goes. */
export function purgeLine(line: string, purge: HistoryPurge): string {
  if (line.trim() === "") return line;
  const parsed = parseJournalLine(line);
  if (parsed === undefined) return purge.isUnreadableGone(line) ? "" : line;
  if (parsed.kind !== "record") return line;
  const purged = purgeRecord(parsed.record, purge.judge(parsed.record));
  return purged === parsed.record ? line : renderRecord(purged);
}

/** The record after the verdict; the very same where nothing of it goes. */
export function purgeRecord(record: JournalRecord, verdict: PurgeVerdict): JournalRecord {
  if (verdict === "keep") return record;
  if (verdict === "purge") {
    const { id, ts, scopes, entry, changes } = record;
    // It was purged before.
    if (entry === undefined && changes.length === 0) return record;
    return { id, ts, scopes, changes: [] };
  }
  const { withhold, losesSession = false } = verdict;
  const changes = record.changes.map((change) => withheld(change, withhold));
  const isWhole = changes.every((change, at) => change === record.changes[at]);
  const { entry } = record;
  if (!losesSession || entry?.session === undefined) return isWhole ? record : { ...record, changes };
  // The key of a change that an extraction made begins with the session.
  const { session: _session, key: _key, ...rest } = entry;
  return { ...record, entry: rest, changes };
}

/** A change that cannot be reverted, as its text is gone. */
function withheld(change: JournalChange, paths: ReadonlySet<StoragePath>): JournalChange {
  const { at, removed, inserted, withheld: length = removed.length } = change.splice;
  if (!paths.has(change.path) || removed + inserted === "") return change;
  return { ...change, splice: { at, removed: "", inserted: "", withheld: length } };
}

import { findLast, findLivePart, recordAt, type LogSource } from "./find-live-part.ts";
import { createLogReader } from "./log-reader.ts";
import type { LoggedRecord } from "./record.ts";

/** A log that is no longer than this is read as a whole. */
const SHORT = 1024 * 1024;

/** Records as they stand in a log. */
export interface ReadRecords {
  records: LoggedRecord[];
  /** Number of the last record, also of one of a type that nobody here knows; -1 without any. */
  last: number;
}

/**
 * The records of a log of so many bytes, in order: of a short one all, of a long one its header, the last context and
 * what stands from the first turn on that the last compaction kept. What cannot be read is left out.
 */
export async function readRecords(source: LogSource, bytes: number): Promise<ReadRecords> {
  const from = bytes <= SHORT ? 0 : await findLivePart(source, bytes);
  const records = from === 0 ? [] : await headOf(source, from);
  let last = -1;
  const reader = createLogReader({
    onEntry(entry) {
      if (entry.kind === "damage") return;
      if (entry.kind === "record") records.push(entry.record);
      last = Math.max(last, entry.kind === "record" ? entry.record.n : entry.n);
    },
    isPart: from > 0,
  });
  for await (const chunk of source.storage.stream(source.path, { from, to: bytes, isPassing: true }))
    reader.push(chunk);
  reader.end();
  return { records, last };
}

async function headOf(source: LogSource, from: number): Promise<LoggedRecord[]> {
  const first = await recordAt(source, 0);
  const context = await findLast(source, { type: "context", end: from });
  return [first?.type === "session" ? first : undefined, context?.record].filter(
    (record) => record !== undefined,
  );
}

import { findLast, findLivePart, recordAt, type LogSource } from "./find-live-part.ts";
import { LiveHistoryCollector, type LiveHistory } from "./live-history.ts";
import { createLogReader } from "./log-reader.ts";

const LINE_END = 10;
/** A log that is no longer than this is read as a whole: that is as quick, and tells all its damage. */
const SHORT = 1024 * 1024;

/** What of a log still matters, and where in it that stands. */
export interface ReadHistory {
  history: LiveHistory;
  /** How many lines stand before the first one that was read. */
  linesBefore(): Promise<number>;
}

/** Reads a log of so many bytes, in memory for what is kept. */
export async function readHistory(source: LogSource, bytes: number): Promise<ReadHistory> {
  const from = bytes <= SHORT ? 0 : await findLivePart(source, bytes);
  const collector = new LiveHistoryCollector();
  const reader = createLogReader({ onEntry: (entry) => collector.add(entry), isPart: from > 0 });
  const chunks = source.storage.stream(source.path, { from, to: bytes, isPassing: true });
  for await (const chunk of chunks) reader.push(chunk);
  reader.end();
  if (from > 0) await addHead(source, collector, from);
  return { history: collector.result, linesBefore: () => countLines(source, from) };
}

/** What stands before the part that was read, and still matters. */
async function addHead(source: LogSource, collector: LiveHistoryCollector, from: number): Promise<void> {
  const first = await recordAt(source, 0);
  if (first?.type === "session") collector.setHeader(first);
  if (collector.result.context !== null) return;
  const context = await findLast(source, { type: "context", end: from });
  if (context !== undefined) collector.setContext(context.record);
}

async function countLines({ storage, path }: LogSource, to: number): Promise<number> {
  let count = 0;
  if (to === 0) return count;
  for await (const chunk of storage.stream(path, { to, isPassing: true })) {
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) count += 1;
  }
  return count;
}

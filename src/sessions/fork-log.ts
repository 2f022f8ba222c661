import type { LogSource } from "./find-live-part.ts";
import { latest } from "./list.ts";
import { isoOf } from "./list-tail.ts";
import type { Wished } from "./log-facts.ts";
import { createLogReader, type LogEntry } from "./log-reader.ts";
import { readMarks } from "./pin-marks.ts";
import { sessionPath } from "./session-path.ts";
import { renderRecord, startLog, type LogMaker, type OpenSessionLog } from "./session-log.ts";

/** Characters that are copied with one durable write. */
const BATCH = 1024 * 1024;

/** What is copied: the records in the first bytes of a log, `last` the number of the last of them. */
export interface ForkSource {
  id: string;
  bytes: number;
  last: number;
}

/** A new log with the records of another one, which may be written meanwhile. Lines that cannot be read stay behind. */
export async function forkLog(maker: LogMaker, from: ForkSource, cwd: string): Promise<OpenSessionLog> {
  const source: LogSource = { storage: maker.storage, path: sessionPath(from.id) };
  const forkedFrom = { id: from.id, n: Math.max(0, from.last) };
  const made = await startLog(maker, { id: maker.newId(), cwd, forkedFrom });
  try {
    const logged = await copyRecords(source, from.bytes, made);
    const copy = { ...made, next: Math.max(made.next, from.last + 1) };
    const marked = (await readMarks(maker.storage)).of(from.id).title;
    return await withTitle(copy, { logged, marked, now: maker.now() });
  } catch (error) {
    await made.log.close();
    await maker.storage.removeLog(sessionPath(made.id)).catch(() => undefined);
    throw error;
  }
}

/** A title that was given while the log was busy stands beside it alone, under an id that is not that of the copy. */
async function withTitle(
  copy: OpenSessionLog,
  { logged, marked, now }: { logged: Wished<string> | null; marked: Wished<string> | undefined; now: Date },
): Promise<OpenSessionLog> {
  const title = latest(logged, marked);
  if (title === undefined || title === logged?.value) return copy;
  await copy.log.append(renderRecord({ type: "title", title }, copy.next, now));
  return { ...copy, next: copy.next + 1 };
}

/** Gives the last title among them. */
async function copyRecords(
  source: LogSource,
  bytes: number,
  { log }: OpenSessionLog,
): Promise<Wished<string> | null> {
  let title: Wished<string> | null = null;
  let batch: string[] = [];
  let length = 0;
  const reader = createLogReader({
    onEntry(entry) {
      const line = lineOf(entry);
      if (line === undefined) return;
      title = titleIn(entry) ?? title;
      batch.push(line);
      length += line.length;
    },
  });
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await log.append(batch);
    batch = [];
    length = 0;
  };
  for await (const chunk of source.storage.stream(source.path, { to: bytes })) {
    reader.push(chunk);
    if (length >= BATCH) await flush();
  }
  reader.end();
  await flush();
  return title;
}

function titleIn(entry: LogEntry): Wished<string> | undefined {
  if (entry.kind !== "record" || entry.record.type !== "title") return undefined;
  return { value: entry.record.title, at: isoOf(entry.record.ts) };
}

/** The line of a record in a fork. It keeps its number, since records name one another by it. */
function lineOf(entry: LogEntry): string | undefined {
  if (entry.kind === "damage") return undefined;
  if (entry.kind === "unknown") return entry.text;
  const { record, text } = entry;
  if (record.type === "session") return undefined;
  // The wish to keep the one is no wish to keep the other.
  return record.type === "mark" && record.pinned ? JSON.stringify({ ...record, pinned: false }) : text;
}

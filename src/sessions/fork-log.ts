import type { LogSource } from "./find-live-part.ts";
import { createLogReader, type LogEntry } from "./log-reader.ts";
import { sessionPath } from "./session-path.ts";
import { startLog, type LogMaker, type OpenSessionLog } from "./session-log.ts";

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
    await copyRecords(source, from.bytes, made);
    return { ...made, next: Math.max(made.next, from.last + 1) };
  } catch (error) {
    await made.log.close();
    await maker.storage.removeLog(sessionPath(made.id)).catch(() => undefined);
    throw error;
  }
}

async function copyRecords(source: LogSource, bytes: number, { log }: OpenSessionLog): Promise<void> {
  let batch: string[] = [];
  let length = 0;
  const reader = createLogReader({
    onEntry(entry) {
      const line = lineOf(entry);
      if (line === undefined) return;
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

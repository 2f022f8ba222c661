import { DaybookError } from "../errors/index.ts";
import type { Log, Storage, Transaction } from "../storage/index.ts";
import type { Append, SessionHeader, SessionRecord } from "./record.ts";
import { sessionPath } from "./session-path.ts";

/** The log of a running session: one writer, each record durable when `append` resolves. */
export interface SessionLog {
  /** A new session gets its final id with its first record. */
  readonly id: string;
  /** Whether anything is on the disk. */
  readonly isStarted: boolean;
  /** Records are added in the order of the calls. After a failure the log is whole and the next call tries anew. */
  append: Append;
  /** Ends the lease. May be called more than once. */
  close(): Promise<void>;
}

/** What new logs are made with. */
export interface LogMaker {
  storage: Storage;
  now: () => Date;
  /** A fresh id at each call. */
  newId: () => string;
  /** Id of the project. */
  project: string;
  /** Makes the project known before its first write. */
  ensureProject?: (tx: Transaction) => Promise<void>;
}

/** A log that holds its lease, with all that the next record needs. */
export interface OpenSessionLog {
  id: string;
  log: Log;
  /** Number of the next record. */
  next: number;
}

/** A log of which nothing is on the disk before its first record. */
export function createLazyLog(maker: LogMaker, cwd: string): SessionLog {
  let id = maker.newId();
  let opened: SessionLog | undefined;
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  async function append(record: SessionRecord): Promise<number> {
    if (isClosed) throw closedError();
    if (opened !== undefined) return opened.append(record);
    const started = await startLog(maker, { id, cwd }, record);
    id = started.id;
    opened = continueLog(started, maker.now);
    return started.next - 1;
  }

  return {
    get id() {
      return id;
    },
    get isStarted() {
      return opened !== undefined;
    },
    append(record) {
      const result = queue.then(() => append(record));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      await queue;
      isClosed = true;
      await opened?.close();
    },
  };
}

/** Goes on with a log whose lease is held. */
export function continueLog({ id, log, next }: OpenSessionLog, now: () => Date): SessionLog {
  let number = next;
  let closing: Promise<void> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function append(record: SessionRecord): Promise<number> {
    if (closing !== undefined) throw closedError();
    const n = number;
    await log.append(renderRecord(record, n, now()));
    number += 1;
    return n;
  }

  return {
    id,
    isStarted: true,
    append(record) {
      const result = queue.then(() => append(record));
      queue = result.catch(() => undefined);
      return result;
    },
    close: () => (closing ??= queue.then(() => log.close())),
  };
}

/** A new log with its header and perhaps a first record, made in one durable write. */
export async function startLog(
  maker: LogMaker,
  { id: wanted, ...about }: { id: string } & Pick<SessionHeader, "cwd" | "forkedFrom">,
  record?: SessionRecord,
): Promise<OpenSessionLog> {
  const { storage, now, ensureProject } = maker;
  if (ensureProject !== undefined) await storage.change(["project"], (tx) => ensureProject(tx));
  const { id, log } = await openNew(maker, wanted);
  const created = now();
  const header = renderHeader({ id, project: maker.project, created: created.toISOString(), ...about });
  const lines = record === undefined ? [header] : [header, renderRecord(record, 1, created)];
  try {
    await log.append(lines);
  } catch (error) {
    await log.close();
    // Nothing of it was acknowledged: an empty file would be a session without a word.
    await storage.removeLog(sessionPath(id)).catch(() => undefined);
    throw error;
  }
  return { id, log, next: lines.length };
}

/** The line of a record, with the number and time it is written with: one that was read from a log bears older ones. */
export function renderRecord(record: SessionRecord, n: number, at: Date): string {
  const place = { n, ts: at.toISOString() };
  // Readers that look from the end rely on this order.
  return JSON.stringify(Object.assign({ type: record.type, ...place }, record, place));
}

/** The first line of a log. */
export function renderHeader(about: Omit<SessionHeader, "type" | "v">): string {
  const { id, project, cwd, created, forkedFrom } = about;
  return JSON.stringify({
    type: "session",
    n: 0,
    v: 1,
    id,
    project,
    cwd,
    created,
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
  });
}

const TRIES = 8;

/** Two sessions may begin in the same second with the same digits: an id that is taken is not used. */
async function openNew({ storage, newId }: LogMaker, wanted: string): Promise<{ id: string; log: Log }> {
  let id = wanted;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const opened = await storage.openLog(sessionPath(id));
    if (!opened.busy && opened.log.bytes === 0) return { id, log: opened.log };
    if (!opened.busy) await opened.log.close();
    id = newId();
  }
  throw new DaybookError("conflict", "No free id was found for a new session. Try again.");
}

function closedError(): DaybookError {
  return new DaybookError("internal", "The log of this session is closed.");
}

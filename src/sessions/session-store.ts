import { defaultLimits, type Limits } from "../limits/index.ts";
import type { Log, Storage, StoragePath, Transaction } from "../storage/index.ts";
import { joinNeighbours } from "./join-neighbours.ts";
import { readHistory } from "./read-history.ts";
import { readRecords } from "./read-records.ts";
import type { ExtractionRecord, LoggedRecord, SessionRecord } from "./record.ts";
import { restore } from "./restore.ts";
import type { LoggedMessage, RestoredSession } from "./restored.ts";
import { forkSession, resumeSession, sizeOfSession, type ResumedSession, type ResumeWish } from "./resume.ts";
import { newSessionId } from "./session-id.ts";
import { continueLog, createLazyLog, type LogMaker, type SessionLog } from "./session-log.ts";
import { sessionPath } from "./session-path.ts";
import { createTurns } from "./turns.ts";

/** What a store is made of. */
export interface SessionStoreOptions {
  storage: Storage;
  /** Id of the project. */
  project: string;
  now: () => Date;
  /** A fresh id at each call; from the clock and chance when left out. */
  newId?: () => string;
  limits?: Pick<Limits, "gapNoteMs">;
  /** Makes the project known before its first write. */
  ensureProject?: (tx: Transaction) => Promise<void>;
}

/** The sessions of a project as conversations. Ids are whole; `SessionKeeper.find` gives them. */
export interface SessionStore {
  /** A new session. Nothing is on the disk before its first record. */
  create(cwd: string): SessionLog;
  /**
   * The conversation as it would be sent, roles alternating. Nothing is written and no lease is taken.
   * Fails with `not-found`.
   */
  read(id: string, options?: { model?: string }): Promise<RestoredSession>;
  /** Goes on where a conversation ended. Fails with `not-found`, `no-space`, `io`; the log is then as it was. */
  resume(id: string, wish: ResumeWish): Promise<ResumedSession>;
  /** Goes on with a copy, also of a session that is open in this or another process. */
  fork(id: string, wish: ResumeWish): Promise<ResumedSession>;
  /** Adds a record to a log that nobody writes; false when somebody does. Fails with `not-found`. */
  appendTo(id: string, record: SessionRecord): Promise<boolean>;
  /**
   * What was recorded and may still matter, in order, as it stands in the log: without a lease, and without what
   * cannot be read. Fails with `not-found`.
   */
  records(id: string): Promise<LoggedRecord[]>;
  /** Whether some process, perhaps this one, holds the lease of its log. Fails with `not-found`. */
  isOpen(id: string): Promise<boolean>;
  /**
   * Adds what was read out of turns to a log that nobody writes. `behind`: others have read as far already;
   * `busy`: somebody writes. Fails with `not-found`.
   */
  appendExtraction(id: string, record: ExtractionRecord): Promise<"added" | "behind" | "busy">;
}

interface BriefWork<Result> {
  /** The answer where somebody holds the lease. */
  busy: Result;
  work(log: Log, path: StoragePath): Promise<Result>;
}

/** The sessions of the project that a storage was opened for. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { storage, now, project, ensureProject, limits = defaultLimits } = options;
  const maker: LogMaker = {
    storage,
    now,
    project,
    newId: options.newId ?? (() => newSessionId(now())),
    ...(ensureProject === undefined ? {} : { ensureProject }),
  };
  const setting = { ...maker, limits };
  const inTurn = createTurns();

  /** What one lease is enough for; `busy` where somebody else holds it. */
  function briefly<Result>(id: string, { busy, work }: BriefWork<Result>): Promise<Result> {
    return inTurn(id, async () => {
      await sizeOfSession(storage, id);
      const path = sessionPath(id);
      const opened = await storage.openLog(path);
      if (opened.busy) return busy;
      try {
        return await work(opened.log, path);
      } finally {
        await opened.log.close();
      }
    });
  }

  return {
    create: (cwd) => createLazyLog(maker, cwd),
    async read(id, { model } = {}) {
      const read = await readHistory({ storage, path: sessionPath(id) }, await sizeOfSession(storage, id));
      const { session } = await restore(id, read, model);
      return { ...session, messages: joinNeighbours(session.messages.map(withOneSourceEach)) };
    },
    resume: (id, wish) => inTurn(id, () => resumeSession(setting, id, wish)),
    fork: (id, wish) => forkSession(setting, id, wish),
    appendTo: (id, record) =>
      briefly<boolean>(id, {
        busy: false,
        async work(log, path) {
          const { history } = await readHistory({ storage, path }, log.bytes);
          await continueLog({ id, log, next: history.last + 1 }, now).append(record);
          return true;
        },
      }),
    async records(id) {
      const bytes = await sizeOfSession(storage, id);
      return (await readRecords({ storage, path: sessionPath(id) }, bytes)).records;
    },
    isOpen: (id) => briefly<boolean>(id, { busy: true, work: () => Promise.resolve(false) }),
    appendExtraction: (id, record) =>
      briefly<"added" | "behind" | "busy">(id, {
        busy: "busy",
        async work(log, path) {
          const { records, last } = await readRecords({ storage, path }, log.bytes);
          // Looked at again under the lease: another process may have read the same turns meanwhile.
          if (records.some((one) => one.type === "extraction" && one.upto >= record.upto)) return "behind";
          await continueLog({ id, log, next: last + 1 }, now).append(record);
          return "added";
        },
      }),
  };
}

/** Of results only that they are from tools: where words follow in the same message, entries and blocks must agree. */
function withOneSourceEach(message: LoggedMessage): LoggedMessage {
  const { content, from } = message;
  return from.length === content.length ? message : { ...message, from: content.map(() => "tool") };
}

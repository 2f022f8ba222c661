import { DaybookError, messageOf } from "../errors/index.ts";
import type { SecretGate } from "../guard/index.ts";
import type { Storage, Transaction } from "../storage/index.ts";
import { findSession } from "./find.ts";
import { openListCache } from "./list-cache.ts";
import { sessionIdsIn, trashFolder } from "./list-name.ts";
import { findSessions } from "./list.ts";
import type { ListedSession } from "./list.ts";
import { changeMark, readMarks } from "./pin-marks.ts";
import type { SessionMark } from "./pin-marks.ts";
import type { SessionRecord } from "./record.ts";
import type { RetentionPeriods } from "./retention-plan.ts";
import { retentionNotices } from "./retention-text.ts";
import { runRetention } from "./retention.ts";
import type { RetentionOptions, RetentionOutcome } from "./retention.ts";
import { sessionFolder } from "./session-path.ts";
import { acceptTitle } from "./title.ts";
import { restoreSession } from "./trash-restore.ts";

export interface SessionKeeperOptions {
  storage: Storage;
  gate: SecretGate;
  now: () => Date;
  periods: RetentionPeriods;
  /** Absolute folder of derived files; null keeps none. */
  cacheFolder: string | null;
  /** Named where the person is told how to change the period. */
  settingsFile: string;
  /** Makes the project known before its first write. */
  ensureProject?: (tx: Transaction) => Promise<void>;
  /** Adds a record to a log that nobody else writes; false when somebody does. */
  append: (id: string, record: SessionRecord) => Promise<boolean>;
}

/** Looks after the sessions of a project: what there is, what it is called, and how long it is kept. */
export interface SessionKeeper {
  readonly periods: RetentionPeriods;
  /** All sessions, newest activity first. */
  list(): Promise<ListedSession[]>;
  /** What is in the trash, newest activity first. */
  listTrash(): Promise<ListedSession[]>;
  /** The id a person means, by a beginning that no other has. Fails with `not-found`, `ambiguous`, `usage`. */
  find(given: string): Promise<string>;
  /** Id of the session with the newest activity; null when there is none. */
  latest(): Promise<string | null>;
  /**
   * Keeps a session from the trash, or no longer. One that is in the trash is brought back first. Fails as `find` does.
   */
  pin(given: string, pinned: boolean): Promise<{ id: string; restored: boolean }>;
  /** Names a session and gives the title as it is kept. Fails with `secret` and `invalid`. */
  setTitle(id: string, title: string): Promise<string>;
  /** Retention as a start does it: what the person must be told. Never fails, so that a full disk keeps nobody out. */
  tidyAtStart(): Promise<string[]>;
  /** Retention now, or with `dryRun` what it would do. */
  prune(wish?: { dryRun?: boolean }): Promise<RetentionOutcome>;
  /** Brings a session back from the trash and gives its id. */
  restore(given: string): Promise<string>;
}

export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { storage, now, gate, periods } = options;

  async function list(): Promise<ListedSession[]> {
    const [cache, marks] = await Promise.all([openListCache(options.cacheFolder), readMarks(storage)]);
    const found = await findSessions(storage, { folder: sessionFolder, cache, marks, gate });
    return found.map(({ session }) => session);
  }

  /** The wish is kept beside the log, where it always can be, and in it where nobody else writes. */
  async function wish(id: string, mark: SessionMark, record: SessionRecord): Promise<void> {
    await storage.change(["project"], async (tx) => {
      await options.ensureProject?.(tx);
      await changeMark({ tx, locate: storage.locate }, id, mark);
    });
    try {
      await options.append(id, record);
    } catch (error) {
      // What counts is kept already.
      if (!DaybookError.isInstance(error)) throw error;
    }
  }

  async function find(given: string): Promise<string> {
    const [ids, trashed] = [
      await sessionIdsIn(storage, sessionFolder),
      await sessionIdsIn(storage, trashFolder),
    ];
    return findSession(given, ids, trashed);
  }

  async function findOrRestore(given: string): Promise<{ id: string; restored: boolean }> {
    try {
      return { id: await find(given), restored: false };
    } catch (error) {
      if (!DaybookError.isInstance(error) || error.data["trashed"] === undefined) throw error;
      return { id: await restoreSession(retentionOf(options), given), restored: true };
    }
  }

  return {
    periods,
    list,
    async listTrash() {
      const [cache, marks] = await Promise.all([openListCache(null), readMarks(storage)]);
      const found = await findSessions(storage, { folder: trashFolder, cache, marks, gate });
      return found.map(({ session }) => session);
    },
    find,
    latest: async () => (await list())[0]?.id ?? null,
    async pin(given, pinned) {
      const found = pinned ? await findOrRestore(given) : { id: await find(given), restored: false };
      await wish(found.id, { pinned: { value: pinned, at: now().toISOString() } }, { type: "mark", pinned });
      return found;
    },
    async setTitle(id, given) {
      const title = await acceptTitle(given, gate);
      await wish(id, { title: { value: title, at: now().toISOString() } }, { type: "title", title });
      return title;
    },
    async tidyAtStart() {
      try {
        return retentionNotices(await runRetention(retentionOf(options), "start"), options);
      } catch (error) {
        return [`Old sessions were left where they are. ${messageOf(error)}`];
      }
    },
    prune: ({ dryRun = false } = {}) => runRetention(retentionOf(options), dryRun ? "dry-run" : "now"),
    restore: (given) => restoreSession(retentionOf(options), given),
  };
}

function retentionOf({
  storage,
  gate,
  now,
  periods,
  cacheFolder,
  ensureProject,
}: SessionKeeperOptions): RetentionOptions {
  return {
    storage,
    gate,
    now,
    periods,
    cacheFolder,
    ...(ensureProject === undefined ? {} : { ensureProject }),
  };
}

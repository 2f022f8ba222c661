import { join } from "node:path";
import { createInbox } from "../extraction/index.ts";
import type { Inbox } from "../extraction/index.ts";
import { createSessionKeeper, createSessionStore } from "../sessions/index.ts";
import type { SessionKeeper, SessionStore } from "../sessions/index.ts";
import { openBook } from "./book.ts";
import type { Book } from "./book.ts";
import type { Host } from "./host.ts";

/** The person's book, opened for the project of the current folder: memories and conversations. */
export interface Daybook extends Book {
  /** The conversations of the project. */
  sessions: SessionStore;
  /** The list of them: titles, pins, the trash. */
  sessionKeeper: SessionKeeper;
  /** Changes of memory that wait for the person's word. */
  inbox: Inbox;
}

/** As `openBook`, with the conversations: what stands before every prompt does without their code. */
export async function openDaybook(host: Host, options: { home?: string } = {}): Promise<Daybook> {
  const book = await openBook(host, options);
  const { home, settings, project, storage, storeOptions } = book;
  const sessions = createSessionStore({
    storage,
    project: project.identity.id,
    now: host.now,
    limits: settings.limits,
    ensureProject: storeOptions.ensureProject,
  });
  return {
    ...book,
    sessions,
    inbox: createInbox({ ...storeOptions, store: book.store }),
    sessionKeeper: createSessionKeeper({
      ...storeOptions,
      periods: {
        days: settings.retentionDays ?? settings.limits.retentionDays,
        trashDays: settings.limits.trashDays,
      },
      cacheFolder: join(project.folder, "cache"),
      settingsFile: join(home, "daybook.json"),
      append: (id, record) => sessions.appendTo(id, record),
    }),
  };
}

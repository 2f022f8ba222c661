import type { Entry } from "../storage/index.ts";
import type { FoundSession, ListedFile, ListedSession } from "./list.ts";
import { createdOf } from "./list-name.ts";
import type { SessionMarks } from "./pin-marks.ts";
import type { TrashState } from "./trash-state.ts";

/** How long sessions are kept, in days. */
export interface RetentionPeriods {
  /** Since the last message until the trash; 0 keeps all. */
  days: number;
  /** In the trash until they are deleted. */
  trashDays: number;
}

/** A session that is due for the trash. */
export interface DueSession {
  session: ListedSession;
  file: ListedFile;
  /** ISO time from which on nothing happened in it. */
  since: string;
}

/** A session that is due to be deleted. */
export interface SpentSession {
  id: string;
  entry: Entry;
  /** ISO time at which it was put into the trash. */
  at: string;
}

/** Why nothing may happen now although something may be due. */
export type RetentionHold =
  /** The clock stands before `seen` (ISO), a time that daybook wrote down here. */
  | { kind: "clock-behind"; seen: string }
  /** These sessions are dated after now, which the clock alone need not explain. */
  | { kind: "future-session"; ids: string[] }
  /** The clock went on by months since the last start; what is due waits for a later day. */
  | { kind: "clock-ahead" };

export interface RetentionPlan {
  due: DueSession[];
  spent: SpentSession[];
  held: RetentionHold | null;
}

export interface RetentionFacts {
  now: Date;
  periods: RetentionPeriods;
  sessions: readonly FoundSession[];
  /** Files of the trash whose names are those of sessions, by id. */
  trashed: ReadonlyMap<string, Entry>;
  marks: SessionMarks;
  state: TrashState;
}

export const dayMs = 24 * 60 * 60 * 1000;
/** Clocks of machines that share a home differ by this at most. */
const TOLERANCE_MS = dayMs;
/** A pause of that length is more often a wrong clock than a person who was away. */
const JUMP_MS = 180 * dayMs;

/** What is due. Pure; in doubt a session is kept. */
export function planRetention(facts: RetentionFacts): RetentionPlan {
  const { now, periods } = facts;
  if (periods.days <= 0) return { due: [], spent: [], held: null };
  return { due: dueOf(facts), spent: spentOf(facts), held: holdOf(now, facts) };
}

function dueOf({ now, periods, sessions, marks }: RetentionFacts): DueSession[] {
  return sessions.flatMap(({ session, file, readable, damagedEnd }) => {
    if (!readable || session.pinned) return [];
    const said = [timeOf(session.lastActive), timeOf(marks.of(session.id).restored)];
    // Where something cannot be read the date of the file may keep the session, but never makes it older.
    const isDoubtful = session.lastActive === null || damagedEnd;
    const dates = isDoubtful ? [file.modified, timeOf(createdOf(session.id))] : [];
    const since = Math.max(...said, ...dates);
    if (now.getTime() - since <= periods.days * dayMs) return [];
    return [{ session, file, since: new Date(since).toISOString() }];
  });
}

function spentOf({ now, periods, trashed, marks, state }: RetentionFacts): SpentSession[] {
  return [...trashed].flatMap(([id, entry]) => {
    // Without a record of ours somebody else put it there.
    const record = Object.hasOwn(state.sessions, id) ? state.sessions[id] : undefined;
    if (record === undefined || marks.of(id).pinned?.value === true) return [];
    const { at, announced } = record;
    const isTold = announced !== null && announced < dayOf(now);
    return isTold && now.getTime() - timeOf(at) > periods.trashDays * dayMs ? [{ id, entry, at }] : [];
  });
}

/** A clock behind what was written before, or far ahead of the last start, tells no ages; nor does a log of tomorrow. */
function holdOf(now: Date, { sessions, state }: RetentionFacts): RetentionHold | null {
  const latest = now.getTime() + TOLERANCE_MS;
  const noted = Math.max(timeOf(state.seen), ...Object.values(state.sessions).map(({ at }) => timeOf(at)));
  if (noted > latest) return { kind: "clock-behind", seen: new Date(noted).toISOString() };
  const newest = sessions.map(({ session }) => ({ id: session.id, time: newestOf(session) }));
  const ids = newest.flatMap(({ id, time }) => (time > latest ? [id] : [])).toSorted();
  if (ids.length > 0) return { kind: "future-session", ids };
  if (state.seen === null) return null;
  const last = newest.reduce((most, { time }) => Math.max(most, time), noted);
  const isAhead = now.getTime() - last > JUMP_MS || state.held === dayOf(now);
  return isAhead ? { kind: "clock-ahead" } : null;
}

function newestOf({ lastActive, created }: ListedSession): number {
  return Math.max(timeOf(lastActive), timeOf(created));
}

/** What tells one reason from another, so that each is told once. */
export function holdKey(hold: RetentionHold): string {
  switch (hold.kind) {
    case "clock-behind":
      return `${hold.kind} ${hold.seen}`;
    case "future-session":
      return `${hold.kind} ${hold.ids.join(" ")}`;
    case "clock-ahead":
      return hold.kind;
  }
}

function timeOf(iso: string | null | undefined): number {
  const time = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? 0 : time;
}

/** The UTC day of a time. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

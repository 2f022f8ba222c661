import { DaybookError } from "../errors/index.ts";
import type { SecretGate } from "../guard/index.ts";
import type { Entry, Storage, Transaction } from "../storage/index.ts";
import { openListCache } from "./list-cache.ts";
import { createdOf, sessionIdOf, sessionIdsIn, trashFolder, trashPath } from "./list-name.ts";
import { readTail } from "./list-tail.ts";
import type { TailFacts } from "./log-facts.ts";
import { findSessions, latest, partOf } from "./list.ts";
import type { ListedFile } from "./list.ts";
import { changeMark, readMarks } from "./pin-marks.ts";
import type { SessionMarks } from "./pin-marks.ts";
import { dayMs, dayOf, holdKey, planRetention } from "./retention-plan.ts";
import type { DueSession, RetentionHold, RetentionPeriods } from "./retention-plan.ts";
import type { RetentionPlan, SpentSession } from "./retention-plan.ts";
import { sessionFolder, sessionPath } from "./session-path.ts";
import { changeTrashState, readTrashState } from "./trash-state.ts";
import type { TrashedSession, TrashState } from "./trash-state.ts";

export interface RetentionOptions {
  storage: Storage;
  gate: SecretGate;
  now: () => Date;
  periods: RetentionPeriods;
  /** Absolute folder of derived files; null keeps none. */
  cacheFolder: string | null;
  /** Makes the project known before its first write. */
  ensureProject?: (tx: Transaction) => Promise<void>;
}

/** What retention did, or would do. */
export interface RetentionOutcome {
  /** Put into the trash. */
  moved: DueSession[];
  /** Put there by a start that ended before it could say so: ids. */
  found: string[];
  /** Deleted for good. */
  deleted: SpentSession[];
  /** Due, but left where they are because of `held`. */
  waiting: DueSession[];
  /** Why nothing was done although something may be due. */
  held: RetentionHold | null;
  /** An earlier start told that reason. */
  isHeldKnown: boolean;
}

const nothing: RetentionOutcome = {
  moved: [],
  found: [],
  deleted: [],
  waiting: [],
  held: null,
  isHeldKnown: false,
};

/** Who runs retention: `start` tells the person in sentences, `dry-run` changes nothing. */
export type RetentionRun = "start" | "now" | "dry-run";

/**
 * Puts sessions that rested too long into the trash and deletes those that were there long enough and were
 * announced on an earlier day. Fails with `unreadable` where it cannot be known what is pinned.
 */
export async function runRetention(options: RetentionOptions, run: RetentionRun): Promise<RetentionOutcome> {
  const dryRun = run === "dry-run";
  if (!(await mayBeDue(options))) return nothing;
  const { plan, found, isNewDay, told, marks } = await lookAround(options);
  const due = await confirmed(options, { due: plan.due, marks, dryRun });
  const { held } = plan;
  if (held !== null) {
    const isHeldKnown = told === holdKey(held);
    if (!dryRun) await noteHold(options, { held, isNews: run === "start" && due.length > 0 && !isHeldKnown });
    return { ...nothing, waiting: due, held, isHeldKnown };
  }
  if (dryRun) return { ...nothing, moved: due, deleted: plan.spent };
  const moved = await moveToTrash(options, { due, found });
  const deleted = await deleteSpent(options, plan.spent);
  if (isNewDay && moved.length + found.length + deleted.length === 0) await noteClock(options, {});
  return { ...nothing, moved, found, deleted };
}

/** A look at names alone: a session cannot have rested for longer than it exists. */
async function mayBeDue({ storage, now, periods }: RetentionOptions): Promise<boolean> {
  if (periods.days <= 0) return false;
  // As numbers: a period of a million years has no date at its beginning.
  const latestStart = now().getTime() - periods.days * dayMs;
  const ids = await sessionIdsIn(storage, sessionFolder);
  if (ids.some((id) => Date.parse(createdOf(id) ?? "1970-01-01") < latestStart)) return true;
  return (await sessionIdsIn(storage, trashFolder)).length > 0;
}

interface Surroundings {
  plan: RetentionPlan;
  marks: SessionMarks;
  /** Ids of the trash that nobody was told of. */
  found: string[];
  /** The clock was last written down on another day. */
  isNewDay: boolean;
  /** Which reason for keeping all was told last. */
  told: string | null;
}

async function lookAround({
  storage,
  gate,
  now,
  periods,
  cacheFolder,
}: RetentionOptions): Promise<Surroundings> {
  const marks = await readMarks(storage);
  if (marks.problem !== null) throw new DaybookError("unreadable", marks.problem);
  const state = await readTrashState(storage);
  const cache = await openListCache(cacheFolder);
  const sessions = await findSessions(storage, { folder: sessionFolder, cache, marks, gate });
  const trashed = await trashedFiles(storage);
  return {
    plan: planRetention({ now: now(), periods, sessions, trashed, marks, state }),
    marks,
    found: [...trashed.keys()].filter((id) => isLeftUntold(state.sessions[id], now())),
    told: state.told,
    isNewDay: state.seen !== null && state.seen.slice(0, 10) !== dayOf(now()),
  };
}

/** A start that is just putting sessions away has this long to say so itself. */
const ANNOUNCING_MS = 60_000;

function isLeftUntold(record: TrashedSession | undefined, now: Date): boolean {
  return record?.announced === null && now.getTime() - Date.parse(record.at) > ANNOUNCING_MS;
}

/** The sessions of the trash by id. */
export async function trashedFiles(storage: Storage): Promise<Map<string, Entry>> {
  const files = new Map<string, Entry>();
  for (const entry of await storage.list(trashFolder)) {
    const id = sessionIdOf(entry.name);
    if (id !== null && entry.linked !== true) files.set(id, entry);
  }
  return files;
}

/** A list reads only the end of a long log; before one goes away all of it is searched for a pin. */
async function confirmed(
  options: RetentionOptions,
  { due, marks, dryRun }: { due: readonly DueSession[]; marks: SessionMarks; dryRun: boolean },
): Promise<DueSession[]> {
  const kept: DueSession[] = [];
  for (const one of due) {
    const { id } = one.session;
    const found = await deepLook(options.storage, one);
    if (found === null) continue;
    const { pinned, lastActive } = found;
    const isPinned = latest(pinned, marks.of(id).pinned) === true;
    // Found once, it is kept where the next list sees it.
    if (isPinned && pinned !== null && !dryRun) {
      await change(options, (at) => changeMark(at, id, { pinned }));
    }
    const rested = options.now().getTime() - Date.parse(lastActive ?? one.since);
    if (!isPinned && rested > options.periods.days * dayMs) kept.push(one);
  }
  return kept;
}

/** Null for a log that cannot be read after all. */
async function deepLook(storage: Storage, { file }: DueSession): Promise<TailFacts | null> {
  const reader = await storage.openFolder(sessionFolder);
  try {
    return await readTail(partOf(reader, file), { limit: Number.POSITIVE_INFINITY, forPin: true });
  } catch {
    return null;
  }
}

/** What is to be moved is written down first, so that a killed move is known as daybook's own; then what was told. */
async function moveToTrash(
  options: RetentionOptions,
  { due, found }: { due: readonly DueSession[]; found: readonly string[] },
): Promise<DueSession[]> {
  if (due.length + found.length === 0) return [];
  const now = options.now();
  const at = now.toISOString();
  await change(options, (door) =>
    changeTrashState(door, (state) => {
      for (const { session } of due) state.sessions[session.id] = { at, announced: null };
    }),
  );
  const moved: DueSession[] = [];
  const entries = new Map((await options.storage.list(sessionFolder)).map((entry) => [entry.name, entry]));
  for (const one of due) {
    const { id } = one.session;
    const entry = entries.get(one.file.name);
    // Something was said since it was looked at.
    if (entry === undefined || !isSame(entry, one.file)) continue;
    const outcome = await options.storage.moveLog(sessionPath(id), trashPath(id), { stamp: entry.stamp });
    if (outcome === "done") moved.push(one);
  }
  const inTrash = await trashedFiles(options.storage);
  await change(options, (door) =>
    changeTrashState(door, (state) => {
      state.seen = at;
      const told = [...moved.map(({ session }) => session.id), ...found];
      for (const id of told) {
        state.sessions[id] = { at: state.sessions[id]?.at ?? at, announced: dayOf(now) };
      }
      dropGone(state, { inTrash, now });
    }),
  );
  return moved;
}

/** A log only grows, so its length says most; the time is rounded in one of the two. */
function isSame(entry: Entry, file: ListedFile): boolean {
  return entry.bytes === file.bytes && Math.abs(entry.modified - file.modified) < 2;
}

/** Forgets what was taken out of the trash. What another process is just about to put there is left. */
function dropGone(
  state: TrashState,
  { inTrash, now }: { inTrash: ReadonlyMap<string, Entry>; now: Date },
): void {
  for (const [id, { at, announced }] of Object.entries(state.sessions)) {
    const isSettled = announced !== null || now.getTime() - Date.parse(at) > dayMs;
    if (isSettled && !inTrash.has(id)) delete state.sessions[id];
  }
}

async function deleteSpent(
  options: RetentionOptions,
  spent: readonly SpentSession[],
): Promise<SpentSession[]> {
  const deleted: SpentSession[] = [];
  for (const one of spent) {
    const outcome = await options.storage.removeLog(trashPath(one.id), { stamp: one.entry.stamp });
    if (outcome === "done") deleted.push(one);
  }
  if (deleted.length === 0) return [];
  await change(options, async (door) => {
    await changeTrashState(door, (state) => {
      state.seen = options.now().toISOString();
      for (const { id } of deleted) delete state.sessions[id];
    });
    for (const { id } of deleted) await changeMark(door, id, null);
  });
  return deleted;
}

/** Remembers what keeps all, where that changes what the next start does or says. */
async function noteHold(
  options: RetentionOptions,
  { held, isNews }: { held: RetentionHold; isNews: boolean },
): Promise<void> {
  if (held.kind === "clock-ahead") await noteClock(options, { held: dayOf(options.now()) });
  else if (isNews)
    await change(options, (door) => changeTrashState(door, (state) => void (state.told = holdKey(held))));
}

async function noteClock(options: RetentionOptions, { held }: { held?: string }): Promise<void> {
  await change(options, (door) =>
    changeTrashState(door, (state) => {
      state.seen = options.now().toISOString();
      if (held !== undefined) state.held = held;
    }),
  );
}

/** A change of the project's own files. */
async function change(
  { storage, ensureProject }: Pick<RetentionOptions, "storage" | "ensureProject">,
  work: (door: { tx: Transaction; locate: Storage["locate"] }) => Promise<void>,
): Promise<void> {
  await storage.change(["project"], async (tx) => {
    await ensureProject?.(tx);
    await work({ tx, locate: storage.locate });
  });
}

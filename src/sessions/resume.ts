import { DaybookError } from "../errors/index.ts";
import type { Limits } from "../limits/index.ts";
import { repairSentence, type DamageReport } from "./damage.ts";
import { timeAgo, wholeDaysBetween } from "./elapsed.ts";
import { forkLog } from "./fork-log.ts";
import { interruptedResult } from "./interrupted.ts";
import { readHistory, type ReadHistory } from "./read-history.ts";
import type { SessionRecord } from "./record.ts";
import { restore, type Restoration } from "./restore.ts";
import type { RestoredSession } from "./restored.ts";
import { continueLog, renderHeader, renderRecord } from "./session-log.ts";
import type { LogMaker, OpenSessionLog, SessionLog } from "./session-log.ts";
import { sessionPath } from "./session-path.ts";
import type { Storage } from "../storage/index.ts";

/** Who goes on, and where. */
export interface ResumeWish {
  /** Id of the model that is asked next; the logged one when left out. */
  model?: string;
  /** The current folder, for the header of a fork. */
  cwd: string;
}

/** A conversation that goes on. */
export interface ResumedSession {
  /** As it was when it was opened, with a result for every call. Its `id` is that of `log`. */
  session: RestoredSession;
  /** Holds the lease; close it in the end. */
  log: SessionLog;
  /** Set when a new log was made: from which session, and who writes that one. */
  fork: { from: string; holder: string | null } | null;
  /** What was repaired and that nobody was told before; empty when there was nothing. */
  repaired: DamageReport;
  /** How long the conversation rested; null when it has no message. */
  gap: ConversationGap | null;
  /** For the person: a sentence on a fork made because of another process, and one on repairs and age. */
  said: string[];
}

/** How long a conversation rested. */
export interface ConversationGap {
  /** Whole days of 24 hours; 0 for a clock that stands before the last message. */
  days: number;
  /** Long enough that the model should know. */
  isLong: boolean;
}

/** What a resume works with. */
export interface ResumeSetting extends LogMaker {
  limits: Pick<Limits, "gapNoteMs">;
}

/** Goes on with a session under its lease, or with a fork of it when another process holds that. */
export async function resumeSession(
  setting: ResumeSetting,
  id: string,
  wish: ResumeWish,
): Promise<ResumedSession> {
  const { storage } = setting;
  const path = sessionPath(id);
  const bytes = await sizeOfSession(storage, id);
  const opened = await storage.openLog(path);
  if (opened.busy) return forkSession(setting, id, { ...wish, holder: opened.holder });
  const { log } = opened;
  try {
    // It went to the trash meanwhile, and the lease made an empty file.
    if (bytes > 0 && log.bytes === 0) throw notFound(id);
    // Under the lease, so that nothing is added between reading and going on.
    const read = await readHistory({ storage, path }, log.bytes);
    const restoration = await restore(id, read, wish.model);
    return await goOn({ ...setting, cwd: wish.cwd }, { id, log, next: read.history.last + 1 }, restoration);
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Goes on with a copy of a session, which may be written meanwhile: by `holder`, or by this very process (null). */
export async function forkSession(
  setting: ResumeSetting,
  id: string,
  { model, cwd, holder = null }: ResumeWish & { holder?: string | null },
): Promise<ResumedSession> {
  const { storage } = setting;
  const path = sessionPath(id);
  const bytes = await sizeOfSession(storage, id);
  const read = withoutWriteUnderway(await readHistory({ storage, path }, bytes));
  const made = await forkLog(setting, { id, bytes, last: read.history.last }, cwd);
  try {
    const restoration = await restore(made.id, read, model);
    const resumed = await goOn({ ...setting, cwd }, made, restoration);
    const said = holder === null ? [] : [forkSentence(id, made.id, holder)];
    return { ...resumed, fork: { from: id, holder }, said: [...said, ...resumed.said] };
  } catch (error) {
    await made.log.close();
    throw error;
  }
}

/** Records what was mended, and gives the lease to a log that goes on. */
async function goOn(
  { now, limits, project, cwd }: ResumeSetting & { cwd: string },
  open: OpenSessionLog,
  { session, untold, untoldLines, waiting }: Restoration,
): Promise<ResumedSession> {
  const at = now();
  const lines: string[] = [];
  let { next } = open;
  const add = (record: SessionRecord): void => void lines.push(renderRecord(record, (next += 1) - 1, at));
  if (next === 0) {
    // Nothing was ever written but the empty file.
    lines.push(renderHeader({ id: open.id, project, cwd, created: at.toISOString() }));
    next = 1;
  }
  for (const id of waiting) {
    add({ type: "tool_result", content: [interruptedResult(id)], from: ["tool"], synthetic: true });
  }
  const isRepaired = Object.keys(untold).length > 0;
  if (isRepaired) add({ type: "repair", report: untold });
  await open.log.append(lines);
  const gap = gapOf(session, at, limits);
  const sentence = [
    repairSentence(untold, untoldLines),
    session.lastMessageAt === null
      ? undefined
      : `last message ${timeAgo(new Date(session.lastMessageAt), at)}`,
  ].filter((part) => part !== undefined);
  return {
    session,
    log: continueLog({ ...open, next }, now),
    fork: null,
    repaired: untold,
    gap,
    said: sentence.length === 0 ? [] : [sentence.join(" · ")],
  };
}

function gapOf(
  { lastMessageAt }: RestoredSession,
  now: Date,
  { gapNoteMs }: Pick<Limits, "gapNoteMs">,
): ConversationGap | null {
  if (lastMessageAt === null) return null;
  const last = new Date(lastMessageAt);
  return { days: wholeDaysBetween(last, now), isLong: now.getTime() - last.getTime() > gapNoteMs };
}

/** The last line of a log that is being written is not torn: the rest of it is on its way. */
function withoutWriteUnderway(read: ReadHistory): ReadHistory {
  const entries = read.history.entries.filter(
    (entry) => !("damage" in entry && entry.damage === "tornLines"),
  );
  return { ...read, history: { ...read.history, entries } };
}

function forkSentence(from: string, id: string, holder: string): string {
  // `process 4711 on laptop (since …)`: which process is all that helps to find it.
  const named = holder.replace(/ \(since .*\)$/u, "");
  return `${from} is open in another process (${named}); you go on in a copy: ${id}.`;
}

/** Bytes of a session's log. Fails with `not-found` when there is no such session. */
export async function sizeOfSession(storage: Storage, id: string): Promise<number> {
  const bytes = await storage.size(sessionPath(id));
  if (bytes === null) throw notFound(id);
  return bytes;
}

function notFound(id: string): DaybookError {
  return new DaybookError(
    "not-found",
    `There is no session ${id}; daybook sessions list shows those there are.`,
  );
}

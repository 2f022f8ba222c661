import { DaybookError } from "../errors/index.ts";
import { proposalsOfSessions, removeProposals } from "../extraction/index.ts";
import type { SessionProposal } from "../extraction/index.ts";
import {
  forgetMemories,
  memoriesLosingUndo,
  memoriesNaming,
  planForgetting,
  sessionsNamed,
} from "../memory/index.ts";
import type { ForgettingPlan, ForgottenMemories } from "../memory/index.ts";
import type { StoragePath } from "../storage/index.ts";
import { findSession, sessionsOnDisk, writerOf } from "../sessions/index.ts";
import { counted, type CleanedPlace } from "./cleaned-place.ts";
import type { Daybook } from "./daybook.ts";
import { interruptedPurges, purgeSession, typedIn } from "./purge-session.ts";
import type { Purged } from "./purge-session.ts";
import { refuseOthersSession } from "./others-session.ts";

/** What forgetting a session would do. */
export interface SessionForgetting {
  session: string;
  memories: ForgettingPlan;
  proposals: SessionProposal[];
  /** Who writes its log now, for people; null for nobody. */
  writer: string | null;
  /** Its log lies in the project, or in the trash. */
  isOnDisk: boolean;
  /** A purge of it was begun and cut short. */
  isBegun: boolean;
  /**
   * Memories of others, as `scope/slug`, in which a later change holds words or the name of it: a purge takes the undo
   * of that.
   */
  losingUndo: string[];
}

/** What was done. */
export interface ForgottenSession extends ForgottenMemories {
  session: string;
  /** Ids of the proposals that are gone. */
  proposals: string[];
  /** Null where it was not asked for. */
  purged: Purged | null;
}

/**
 * Looks what came out of a session, by the beginning of its id; writes nothing. A session counts as long as a log, a
 * memory, a change of one or a proposal names it. One of another project is refused: half of it would stay. Fails with
 * `not-found`, `ambiguous`, `usage`, `conflict`.
 */
export async function planForgetSession(daybook: Daybook, given: string): Promise<SessionForgetting> {
  const { storage, storeOptions } = daybook;
  const { kept, trashed } = await sessionsOnDisk(storage);
  const proposals = await proposalsOfSessions(storage);
  const begun = (await interruptedPurges(daybook)).map((plan) => plan.session);
  const known = new Set([
    ...kept,
    ...trashed,
    ...(await sessionsNamed(storeOptions)),
    ...proposals.map(({ session }) => session),
    ...begun,
  ]);
  const session = await findHere(daybook, given, [...known].toSorted());
  const isOnDisk = kept.includes(session) || trashed.includes(session);
  if (!isOnDisk) await refuseOthersSession(daybook, session);
  const memories = await planForgetting(storeOptions, session);
  return {
    session,
    memories,
    proposals: proposals.filter((proposal) => proposal.session === session),
    writer: await writerOf(storage, session),
    isOnDisk,
    isBegun: begun.includes(session),
    losingUndo: await losingUndo(daybook, memories),
  };
}

// A header that names the session no more is not what the last change left.
async function losingUndo(
  { storage, storeOptions }: Daybook,
  { session, removed, restored }: ForgettingPlan,
): Promise<string[]> {
  const going = new Set([...removed, ...restored].map(({ id }) => id));
  const naming = (await memoriesNaming(storeOptions, session)).filter((id) => !going.has(id));
  return [...new Set([...(await memoriesLosingUndo(storage, session)), ...naming])];
}

async function findHere(daybook: Daybook, given: string, known: readonly string[]): Promise<string> {
  try {
    return findSession(given, known);
  } catch (error) {
    if (DaybookError.isInstance(error) && error.code === "not-found")
      await refuseOthersSession(daybook, given);
    throw error;
  }
}

/** Fails with `locked` for a session that is open: its purge would leave what is said in it from now on. */
export function assertClosed({ session, writer }: SessionForgetting): void {
  if (writer === null) return;
  throw new DaybookError(
    "locked",
    `The session ${session} is open in ${writer}. End it, and run this again: nothing was changed.`,
  );
}

/**
 * Does what was planned; every memory can be brought back with `undo`. A purge takes it out of everything that lies
 * in the home as well, and cannot be undone; cut short, it is finished by another. Fails with `locked` for a purge of
 * a session that is open.
 */
export async function forgetSession(
  daybook: Daybook,
  plan: SessionForgetting,
  wish: { purge: boolean },
): Promise<ForgottenSession> {
  const { session } = plan;
  if (wish.purge) assertClosed(plan);
  const purge = wish.purge ? { session, isTyped: await typedIn(daybook, plan) } : null;
  const memories = await forgetMemories(daybook.storeOptions, plan.memories);
  const gone = plan.proposals.filter(({ isRejected }) => purge !== null || !isRejected);
  const proposals = await removeProposals(
    daybook.storage,
    gone.map(({ path }) => path),
  );
  // A turn that is still to be read would bring its notes anew.
  const turns = await dropWaitingTurns(daybook, session);
  const purged = purge === null ? null : await purgeSession(daybook, purge);
  const placed = (what: string) => (path: StoragePath) => ({ place: daybook.storage.locate(path), what });
  purged?.cleaned.unshift(
    ...memories.paths.map(placed("a memory, or a line of the index")),
    ...proposals.map(placed("a proposal of it")),
    ...turns,
  );
  return { ...memories, session, proposals: gone.map(({ id }) => id), purged };
}

async function dropWaitingTurns({ storage }: Daybook, session: string): Promise<CleanedPlace[]> {
  const dropped: CleanedPlace[] = [];
  for (const path of ["project/extraction.jsonl", "project/extraction.jsonl.old"] as const) {
    const turns = await storage.blankLines(path, (line) => line.includes(session));
    if (turns > 0) dropped.push({ place: storage.locate(path), what: counted(turns, "waiting turn") });
  }
  return dropped;
}

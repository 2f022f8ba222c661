import { DaybookError } from "../errors/index.ts";
import { proposalsOfSessions, removeProposals } from "../extraction/index.ts";
import type { SessionProposal } from "../extraction/index.ts";
import { forgetMemories, planForgetting, sessionsNamed } from "../memory/index.ts";
import type { ForgettingPlan, ForgottenMemories } from "../memory/index.ts";
import { findSession, sessionsOnDisk, writerOf } from "../sessions/index.ts";
import type { Daybook } from "./daybook.ts";
import { interruptedPurges, purgeSession, typedIn } from "./purge-session.ts";
import type { Purged } from "./purge-session.ts";

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
 * memory, a change of one or a proposal names it. Fails with `not-found`, `ambiguous`, `usage`.
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
  const session = findSession(given, [...known].toSorted());
  return {
    session,
    memories: await planForgetting(storeOptions, session),
    proposals: proposals.filter((proposal) => proposal.session === session),
    writer: await writerOf(storage, session),
    isOnDisk: kept.includes(session) || trashed.includes(session),
    isBegun: begun.includes(session),
  };
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
  const { session, writer } = plan;
  if (wish.purge && writer !== null) {
    throw new DaybookError(
      "locked",
      `The session ${session} is open in ${writer}. End it, and run this again: nothing was changed.`,
    );
  }
  const purge = wish.purge ? { session, isTyped: await typedIn(daybook, plan) } : null;
  const memories = await forgetMemories(daybook.storeOptions, plan.memories);
  const gone = plan.proposals.filter(({ isRejected }) => purge !== null || !isRejected);
  await removeProposals(
    daybook.storage,
    gone.map(({ path }) => path),
  );
  // A turn that is still to be read would bring its notes anew.
  await dropWaitingTurns(daybook, session);
  const purged = purge === null ? null : await purgeSession(daybook, purge);
  return { ...memories, session, proposals: gone.map(({ id }) => id), purged };
}

async function dropWaitingTurns({ storage }: Daybook, session: string): Promise<void> {
  for (const path of ["project/extraction.jsonl", "project/extraction.jsonl.old"] as const) {
    await storage.blankLines(path, (line) => line.includes(session));
  }
}

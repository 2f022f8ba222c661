import type { ExtractionSkip } from "../events/index.ts";
import type { LoggedRecord } from "../sessions/index.ts";
import type { SessionToFollow } from "./extraction.ts";
import { nudgeReminder, standingWish } from "./standing-wish.ts";
import { turnsAfter } from "./turn-text.ts";

/** A turn that was looked at for a standing wish. */
export interface NudgedTurn {
  upto: number;
  skipped: ExtractionSkip | null;
}

/** Looks for standing wishes in the turns of one session, and has one reminder for each. */
export interface Nudge {
  /** Null when the turn is not there. */
  turnEnded(begin: number): Promise<NudgedTurn | null>;
  /** What the next prompt carries, once. */
  take(): Promise<string | null>;
}

/** What it is made of. */
export interface NudgeOptions {
  session: Pick<SessionToFollow, "id" | "isResumed">;
  records(id: string): Promise<LoggedRecord[]>;
}

/** Without a call: a wish is known by its words, and the model that answers is reminded to keep it. */
export function createNudge({ session, records }: NudgeOptions): Nudge {
  let reminder: string | null = null;
  let looking: Promise<NudgedTurn | null> | null = null;
  let isFirst = session.isResumed;

  async function look(begin: number): Promise<NudgedTurn | null> {
    const turns = turnsAfter(await records(session.id), begin - 1);
    const turn = begin < 0 ? turns.at(-1) : turns.find((one) => one.begin <= begin && begin <= one.upto);
    if (turn === undefined) return null;
    const { upto, savedInTurn, finished, person } = turn;
    if (savedInTurn) return { upto, skipped: "saved-in-turn" };
    if (person.trim() === "") return { upto, skipped: "no-words" };
    if (!finished) return { upto, skipped: "unfinished" };
    if (standingWish(person)) reminder = nudgeReminder;
    return { upto, skipped: null };
  }

  return {
    turnEnded(begin) {
      isFirst = false;
      looking = look(begin);
      return looking;
    },
    async take() {
      // What was wished last before the session was left has reminded nobody yet.
      if (isFirst) looking = look(-1);
      isFirst = false;
      await looking?.catch(() => undefined);
      const taken = reminder;
      reminder = null;
      return taken;
    },
  };
}

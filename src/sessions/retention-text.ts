import { formatCount } from "../text/index.ts";
import type { DueSession, RetentionHold, RetentionPeriods } from "./retention-plan.ts";
import type { RetentionOutcome } from "./retention.ts";

interface RetentionWords {
  periods: RetentionPeriods;
  settingsFile: string;
}

/** What a person is told at a start: nothing is moved or deleted without a word. */
export function retentionNotices(outcome: RetentionOutcome, words: RetentionWords): string[] {
  const { moved, found, deleted, waiting, held, isHeldKnown } = outcome;
  if (held !== null)
    return waiting.length === 0 || isHeldKnown ? [] : [heldNotice(held, { waiting, ...words })];
  const notices: string[] = [];
  if (moved.length > 0) {
    const are = moved.length === 1 ? "is" : "are";
    notices.push(
      `${unused(moved, words)} and ${are} now in the trash, to be deleted after ${words.periods.trashDays} days there. ${wayBack(
        moved.map(({ session }) => session.id),
        words,
      )}`,
    );
  }
  if (found.length > 0) {
    const were = found.length === 1 ? "was" : "were";
    notices.push(
      `${sessionsOf(found.length)} ${were} put into the trash and not announced yet. ${wayBack(found, words)}`,
    );
  }
  if (deleted.length > 0) {
    notices.push(
      `${sessionsOf(deleted.length)} that had been in the trash for more than ${words.periods.trashDays} days ${deleted.length === 1 ? "is" : "are"} deleted.`,
    );
  }
  return notices;
}

/** Why nothing is put away, and the way out: a sentence or two. */
export function heldSentence(held: RetentionHold): string {
  switch (held.kind) {
    case "clock-behind":
      return `The clock stands before ${dayAndTime(held.seen)}, when sessions were last looked after, so none is put away. Set the clock; if it is right, delete trash/state.json beside the sessions folder that daybook project names; what is in the trash now then stays there.`;
    case "future-session":
      return `${futureOnes(held.ids)} dated after now, so no session is put away meanwhile. Set the clock; if it is right, move ${held.ids.length === 1 ? `${held.ids[0]}.jsonl` : "their files"} out of the sessions folder that daybook project names.`;
    case "clock-ahead":
      return "The clock went on by months since the last start, so nothing is put away today. If that is right, it is done on a later day.";
  }
}

function heldNotice(
  held: RetentionHold,
  { waiting, ...words }: RetentionWords & { waiting: readonly DueSession[] },
): string {
  if (held.kind !== "clock-ahead") return heldSentence(held);
  return `The clock went on by months since the last start, so nothing was put away. ${unused(waiting, words)} and will go to the trash at a start on a later day. Keep one with daybook sessions pin ID, or all with "retentionDays": 0 in ${words.settingsFile}.`;
}

function wayBack(ids: readonly string[], { settingsFile }: RetentionWords): string {
  const [id] = ids;
  const [one, which] = ids.length === 1 ? ["it", id] : ["one", "ID"];
  return `Bring ${one} back with daybook sessions restore ${which}, keep ${one} for good with daybook sessions pin ${which}, or change the period: "retentionDays" in ${settingsFile} (0 keeps all).`;
}

function unused(sessions: readonly DueSession[], { periods }: RetentionWords): string {
  const oldest = sessions.reduce((least, { since }) => (since < least ? since : least), "9").slice(0, 10);
  const were = sessions.length === 1 ? "was" : "were";
  return `${sessionsOf(sessions.length)} ${were} not used for more than ${periods.days} days (since ${oldest})`;
}

const NAMED = 3;

function futureOnes(ids: readonly string[]): string {
  const named = ids.slice(0, NAMED).join(", ");
  if (ids.length === 1) return `The session ${named} is`;
  const more = ids.length - NAMED;
  return `The sessions ${named}${more > 0 ? ` and ${formatCount(more)} more` : ""} are`;
}

function dayAndTime(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

function sessionsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "session" : "sessions"}`;
}

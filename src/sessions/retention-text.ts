import { formatCount } from "../text/index.ts";
import type { RetentionPeriods } from "./retention-plan.ts";
import type { RetentionOutcome } from "./retention.ts";

/** What a person is told at a start: nothing is moved or deleted without a word. */
export function retentionNotices(
  { moved, found, deleted, held }: RetentionOutcome,
  { periods, settingsFile }: { periods: RetentionPeriods; settingsFile: string },
): string[] {
  const keep = `Bring ${moved.length === 1 ? "it" : "one"} back with daybook sessions restore ${moved.length === 1 ? moved[0]?.session.id : "ID"}, keep one for good with daybook sessions pin ID, or change the period: "retentionDays" in ${settingsFile} (0 keeps all).`;
  const oldest = moved.reduce((least, { since }) => (since < least ? since : least), "9").slice(0, 10);
  if (held === "clock-ahead") {
    if (moved.length === 0) return [];
    return [
      `The clock went on by months since the last start, so nothing was put away. ${sessionsOf(moved.length)} ${wereNotUsed(moved.length, periods)} (since ${oldest}) and will go to the trash at a start on a later day. Keep one with daybook sessions pin ID, or all with "retentionDays": 0 in ${settingsFile}.`,
    ];
  }
  // Whoever has a wrong clock has been told by much else; sessions are simply kept.
  if (held !== null) return [];
  const notices: string[] = [];
  if (moved.length > 0) {
    const are = moved.length === 1 ? "is" : "are";
    notices.push(
      `${sessionsOf(moved.length)} ${wereNotUsed(moved.length, periods)} (since ${oldest}) and ${are} now in the trash, to be deleted after ${periods.trashDays} days there. ${keep}`,
    );
  }
  if (found.length > 0) {
    const were = found.length === 1 ? "was" : "were";
    notices.push(
      `${sessionsOf(found.length)} ${were} put into the trash by a process that was killed. ${keep}`,
    );
  }
  if (deleted.length > 0) {
    notices.push(
      `${sessionsOf(deleted.length)} that had been in the trash for more than ${periods.trashDays} days ${deleted.length === 1 ? "is" : "are"} deleted.`,
    );
  }
  return notices;
}

function sessionsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "session" : "sessions"}`;
}

function wereNotUsed(count: number, { days }: RetentionPeriods): string {
  return `${count === 1 ? "was" : "were"} not used for more than ${days} days`;
}

import { spentOnNotes, startOfDay, type EventLog } from "../events/index.ts";

/** How the day's tokens of a project stand. */
export interface DayBudget {
  isSpent: boolean;
  /** The person was told so today, by this or another process. */
  isTold: boolean;
}

/** Looks at the receipts of today's calendar day. */
export async function dayBudget(
  events: Pick<EventLog, "since">,
  { now, tokens }: { now: Date; tokens: number },
): Promise<DayBudget> {
  if ((await spentOnNotes(events, now)) < tokens) return { isSpent: false, isTold: false };
  for await (const event of events.since(startOfDay(now))) {
    if (event.kind === "extraction" && event.skipped === "day-budget") return { isSpent: true, isTold: true };
  }
  return { isSpent: true, isTold: false };
}

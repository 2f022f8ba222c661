import type { EventLog } from "./event-log.ts";
import { addTokens, expenseOf, localDay, noTokens, totalTokens } from "./expense.ts";
import type { Expense, Purpose } from "./expense.ts";
import type { TokenCount } from "./event.ts";

/** What was spent, by purpose; one on which nothing was spent is absent. */
export type SpentByPurpose = Partial<Record<Purpose, TokenCount>>;

export interface DaySpending {
  /** Local calendar day, `2026-11-30`. */
  day: string;
  spent: SpentByPurpose;
}

/** What a day's budget for notes is spent on: taking them, and tidying them. */
const purposesOfNotes: readonly Purpose[] = ["extraction", "tidy"];

/** All tokens that went into notes on the calendar day of `at`, for the day's budget. Zero where nothing can be read. */
export async function spentOnNotes(events: Pick<EventLog, "since">, at: Date): Promise<number> {
  const day = localDay(at);
  let tokens = 0;
  for await (const event of events.since(startOfDay(at))) {
    const expense = expenseOf(event);
    if (expense?.day === day && purposesOfNotes.includes(expense.purpose))
      tokens += totalTokens(expense.tokens);
  }
  return tokens;
}

/** Sums by purpose. */
export function sumByPurpose(expenses: Iterable<Pick<Expense, "purpose" | "tokens">>): SpentByPurpose {
  const spent: SpentByPurpose = {};
  for (const { purpose, tokens } of expenses) spent[purpose] = addTokens(spent[purpose] ?? noTokens, tokens);
  return spent;
}

/** The last `days` calendar days up to that of `at`, oldest first, days without expenses among them. */
export function tokensByDay(
  expenses: Iterable<Expense>,
  { at, days }: { at: Date; days: number },
): DaySpending[] {
  const byDay = new Map(lastDays(at, days).map((day) => [day, [] as Expense[]]));
  for (const expense of expenses) byDay.get(expense.day)?.push(expense);
  return [...byDay].map(([day, spent]) => ({ day, spent: sumByPurpose(spent) }));
}

/** Midnight before that many days, today being the first: from when on events are of the last `days` days. */
export function startOfDay(at: Date, days = 1): Date {
  // Counted in calendar days: one of them may have 23 hours.
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - (days - 1));
}

function lastDays(at: Date, days: number): string[] {
  return Array.from({ length: days }, (_, index) => localDay(startOfDay(at, days - index)));
}

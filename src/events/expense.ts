import type { CostEvent, LoggedEvent, TokenCount } from "./event.ts";
import { readTokens } from "./read-event.ts";

/** What tokens are spent on. */
export const purposes = ["chat", "compaction", "recall", "extraction", "tidy"] as const;
export type Purpose = CostEvent["purpose"] | "recall" | "extraction";

/** Tokens that something cost, read off an event. */
export interface Expense {
  /** Local calendar day, `2026-11-30`. */
  day: string;
  purpose: Purpose;
  /** Id of the model. */
  model: string;
  /** It is known to run on this machine, where nobody is paid. */
  local?: true;
  session?: string;
  tokens: TokenCount;
}

/** What an event says was spent; null for one that cost nothing or says nothing of it. */
export function expenseOf(event: LoggedEvent): Expense | null {
  const time = new Date(event.ts);
  const spent = spentBy(event);
  const tokens = readTokens(spent?.tokens);
  if (spent === null || tokens === undefined || Number.isNaN(time.getTime())) return null;
  const { session } = event;
  return {
    day: localDay(time),
    purpose: spent.purpose,
    model: String(spent.model ?? ""),
    ...(spent.local === true ? { local: true } : {}),
    ...(typeof session === "string" ? { session } : {}),
    tokens,
  };
}

interface Spent {
  purpose: Purpose;
  model?: string;
  local?: true;
  tokens?: TokenCount;
}

function spentBy(event: LoggedEvent): Spent | null {
  switch (event.kind) {
    case "cost":
      return isPurpose(event.purpose) ? event : null;
    case "recall":
      return "skipped" in event.side ? null : { ...event.side, purpose: "recall" };
    case "extraction":
      return { ...event, purpose: "extraction" };
  }
}

function isPurpose(value: unknown): value is Purpose {
  return (purposes as readonly unknown[]).includes(value);
}

/** The calendar day where this process runs, `2026-11-30`. */
export function localDay(time: Date): string {
  return `${padded(time.getFullYear(), 4)}-${padded(time.getMonth() + 1, 2)}-${padded(time.getDate(), 2)}`;
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** All tokens of a count together: what was read, from a cache or not, and what was written. */
export function totalTokens({ input, output, cacheRead = 0, cacheWrite = 0 }: TokenCount): number {
  return input + output + cacheRead + cacheWrite;
}

/** Two counts as one; it is as exact as its parts. */
export function addTokens(left: TokenCount, right: TokenCount): TokenCount {
  const estimated = left.estimated === true || right.estimated === true;
  return {
    input: left.input + right.input,
    output: left.output + right.output,
    cacheRead: (left.cacheRead ?? 0) + (right.cacheRead ?? 0),
    cacheWrite: (left.cacheWrite ?? 0) + (right.cacheWrite ?? 0),
    ...(estimated ? { estimated } : {}),
  };
}

/** Nothing spent. */
export const noTokens: Readonly<TokenCount> = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

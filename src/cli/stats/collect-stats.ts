import type { Daybook } from "../../app/index.ts";
import {
  expenseOf,
  localDay,
  spentOnNotes,
  startOfDay,
  sumExtraction,
  sumRecall,
  tokensByDay,
} from "../../events/index.ts";
import type {
  DaySpending,
  Expense,
  ExtractionFigures,
  ExtractionReceipt,
  LoggedEvent,
  RecallFigures,
  RecallReceipt,
} from "../../events/index.ts";
import type { Limits } from "../../limits/index.ts";
import type { IndexView } from "../../memory/index.ts";
import { countMemories } from "./memory-figures.ts";
import type { MemoryFigures } from "./memory-figures.ts";

/** How far back receipts and costs are added up; today is the last of these days. */
const STATS_DAYS = 14;

/** All that `daybook stats` shows. */
export interface Stats {
  /** Local calendar day, `2026-11-30`. */
  day: string;
  /** Of recall, extraction and tokens. */
  days: number;
  memories: MemoryFigures;
  indexes: IndexUse[];
  recall: RecallFigures;
  extraction: ExtractionFigures;
  /** Proposals that wait for the person's word. */
  inbox: { waiting: number };
  /** Oldest day first. */
  tokens: DaySpending[];
  /** Of the expenses behind `tokens`. */
  expenses: Expense[];
  /** Tokens of today's notes: taken, and tidied. */
  budget: { spent: number; limit: number; left: number };
  sessions: SessionFigures;
  /** Sentences for the person. */
  notices: string[];
}

/** How much of its limits an index takes. */
export interface IndexUse extends Pick<IndexView, "scope" | "lines" | "bytes" | "loaded" | "total"> {
  lineLimit: number;
  byteLimit: number;
}

export interface SessionFigures {
  count: number;
  bytes: number;
  pinned: number;
  trash: { count: number; bytes: number };
}

/** Reads the memories, indexes, events and sessions of a project. Changes nothing. */
export async function collectStats(daybook: Daybook): Promise<Stats> {
  const { events, host, inbox, settings, store } = daybook;
  const at = host.now();
  const limit = settings.limits.extractionDayTokens;
  const [list, { views }, recent, spent, sessions, waiting] = await Promise.all([
    store.list(),
    store.indexes(),
    recentEvents(events, startOfDay(at, STATS_DAYS)),
    spentOnNotes(events, at),
    countSessions(daybook),
    inbox.list(),
  ]);
  const expenses = recent.flatMap((event) => expenseOf(event) ?? []);
  return {
    day: localDay(at),
    days: STATS_DAYS,
    memories: countMemories(list.memories, at),
    indexes: views.map((view) => useOf(view, settings.limits)),
    recall: sumRecall(recent.filter((event) => event.kind === "recall") as RecallReceipt[]),
    extraction: sumExtraction(recent.filter((event) => event.kind === "extraction") as ExtractionReceipt[]),
    inbox: { waiting: waiting.proposals.length },
    tokens: tokensByDay(expenses, { at, days: STATS_DAYS }),
    expenses,
    budget: { spent, limit, left: Math.max(0, limit - spent) },
    sessions,
    notices: [...list.notices, ...waiting.notices],
  };
}

async function recentEvents(events: Daybook["events"], from: Date): Promise<LoggedEvent[]> {
  const recent: LoggedEvent[] = [];
  for await (const event of events.since(from)) recent.push(event);
  return recent;
}

function useOf({ scope, lines, bytes, loaded, total }: IndexView, limits: Limits): IndexUse {
  return { scope, lines, bytes, loaded, total, lineLimit: limits.indexLines, byteLimit: limits.indexBytes };
}

async function countSessions({ sessionKeeper }: Daybook): Promise<SessionFigures> {
  const [kept, trash] = await Promise.all([sessionKeeper.list(), sessionKeeper.listTrash()]);
  return {
    count: kept.length,
    bytes: bytesOf(kept),
    pinned: kept.filter(({ pinned }) => pinned).length,
    trash: { count: trash.length, bytes: bytesOf(trash) },
  };
}

function bytesOf(sessions: readonly { bytes: number }[]): number {
  return sessions.reduce((sum, { bytes }) => sum + bytes, 0);
}

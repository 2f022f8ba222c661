import { setImmediate } from "node:timers/promises";
import { DaybookError } from "../errors/index.ts";
import type { EventLog, ExtractionReceipt, ExtractionSkip, ExtractMode } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Model } from "../models/index.ts";
import type { ExtractionRecord, LoggedRecord, SessionStore } from "../sessions/index.ts";
import { applyItems, type ApplyingDoors } from "./apply-items.ts";
import { dayBudget } from "./day-budget.ts";
import type { ExtractionNews } from "./extraction.ts";
import { loggedItems } from "./logged-items.ts";
import type { JudgedItem, TurnText } from "./operation.ts";
import type { ReadTurn, TurnReading } from "./read-turn.ts";
import { readAhead } from "./repeated-text.ts";
import { extractionCursor, turnsAfter } from "./turn-text.ts";
import type { TurnsToRead, WaitingTurn } from "./turns-to-read.ts";

/** What the work on one turn goes through. */
export interface WorkDoors extends ApplyingDoors {
  sessions: Pick<SessionStore, "records">;
  turns: TurnsToRead;
  events: Pick<EventLog, "record" | "since">;
  limits: Pick<Limits, "extractionDayTokens" | "extractionTries">;
  now: () => Date;
  /** Milliseconds that only go forward. */
  clock: () => number;
  /** Asks a model and judges what it answers. */
  read: ReadTurn;
  /** Adds the record to the session's log; see `SessionStore.appendExtraction`. */
  append(session: string, record: ExtractionRecord): Promise<"added" | "behind" | "busy">;
  /** Is given each receipt as it was recorded. */
  onReceipt(receipt: ExtractionReceipt): void;
}

/** How it is done. */
export interface WorkWish {
  model: Model;
  /** How it is to be read; may have changed each time it is asked for. */
  modeNow(): ExtractMode;
  signal: AbortSignal;
}

/** Whether a model is asked in this mode. */
export function reads(mode: ExtractMode): mode is "auto" | "review" {
  return mode === "auto" || mode === "review";
}

/** A call that was cut off so often will be cut off again, and each costs. */
const MOST_TRIES = 40;

/**
 * Reads one turn and does what comes of it: first the answer goes to the log, then it is applied, then the turn counts
 * as read. A kill between two of these steps leaves what the next start goes on from. Gives what the person is told.
 */
export async function workOff(
  place: WaitingTurn,
  wish: WorkWish,
  doors: WorkDoors,
): Promise<ExtractionNews | null> {
  const records = await recordsOf(place, doors);
  // One that got no answer is told together with the one that went on from it.
  const turn = turnsAfter(records, place.begin - 1).find(
    ({ begin, upto }) => begin <= place.begin && place.begin <= upto,
  );
  if (turn === undefined) return over(place, doors);
  const work = new TurnWork({ place, turn, wish, doors });
  const logged = records.find((record) => isOf(record, turn));
  if (logged !== undefined) return work.goOn(logged);
  return extractionCursor(records) >= turn.upto ? over(place, doors) : work.begin();
}

function isOf(record: LoggedRecord, { upto }: TurnText): record is LoggedExtraction {
  return record.type === "extraction" && record.upto === upto;
}

type LoggedExtraction = Extract<LoggedRecord, { type: "extraction" }>;

async function recordsOf(
  { session }: WaitingTurn,
  { sessions }: Pick<WorkDoors, "sessions">,
): Promise<LoggedRecord[]> {
  try {
    return await sessions.records(session);
  } catch (error) {
    // It was deleted, or rests in the trash.
    if (DaybookError.isInstance(error) && (error.code === "not-found" || error.code === "invalid")) return [];
    throw error;
  }
}

async function over(place: WaitingTurn, { turns }: Pick<WorkDoors, "turns">): Promise<null> {
  await turns.done(place);
  return null;
}

interface Task {
  place: WaitingTurn;
  turn: TurnText;
  wish: WorkWish;
  doors: WorkDoors;
}

class TurnWork {
  readonly #task: Task;
  readonly #started: number;
  #mode: ExtractMode;

  constructor(task: Task) {
    this.#task = task;
    this.#mode = task.wish.modeNow();
    this.#started = task.doors.clock();
  }

  /** Its answer is in the log: nobody is asked again. */
  async goOn(record: LoggedExtraction): Promise<ExtractionNews | null> {
    const recorded = new Date(record.ts ?? "");
    const isDated = !Number.isNaN(recorded.getTime());
    const items = this.#inModeNow(loggedItems(record.items));
    return this.#apply(items, nothingRead, isDated ? recorded : this.#task.doors.now());
  }

  async begin(): Promise<ExtractionNews | null> {
    const { turn: whole } = this.#task;
    if (whole.finished && !whole.savedInTurn) await readAhead(whole.injected);
    await setImmediate();
    const skipped = skipOf(whole);
    if (skipped !== null) return this.#skip(skipped);
    const { doors, place, wish, turn } = this.#task;
    const budget = await dayBudget(doors.events, {
      now: doors.now(),
      tokens: doors.limits.extractionDayTokens,
    });
    if (budget.isSpent) return this.#skip("day-budget", budget.isTold);
    if (place.tries >= MOST_TRIES)
      return this.#record([], { ...nothingRead, answer: "failed", failure: "aborted" });
    await doors.turns.tried(place);
    const { model, signal } = wish;
    const mode = this.#mode === "review" ? "review" : "auto";
    const reading = await doors.read(turn, { model, signal, mode });
    if (reading === null) return null;
    if (reading.failure === "unreachable" && place.tries + 1 < doors.limits.extractionTries) {
      // Nobody was told anything: it waits as if it had not been begun.
      await this.#receipt({ items: [], ...factsOf(reading) });
      return null;
    }
    this.#mode = wish.modeNow();
    // Switched off while the model was asked: what it cost is told, what it said is not kept.
    return this.#record(reads(this.#mode) ? this.#inModeNow(reading.items) : [], reading);
  }

  /** What was to be kept by itself waits for the person where they want to see everything. */
  #inModeNow(items: readonly JudgedItem[]): JudgedItem[] {
    return this.#mode !== "review"
      ? [...items]
      : items.map((item) => (item.to === "memory" ? { reason: "review", ...item, to: "inbox" } : item));
  }

  async #skip(skipped: ExtractionSkip, isTold = true): Promise<ExtractionNews | null> {
    const { turn, doors, place } = this.#task;
    // What was said in a turn without an answer is read with the next one.
    if (skipped !== "unfinished") {
      const added = await doors.append(turn.session, { type: "extraction", upto: turn.upto, items: [] });
      if (added === "busy") return null;
    }
    await this.#receipt({ items: [], ...factsOf(nothingRead), skipped });
    await doors.turns.done(place);
    if (isTold) return null;
    const nothing = { noted: [], proposed: 0, secrets: [] };
    return { session: turn.session, ...nothing, budget: doors.limits.extractionDayTokens };
  }

  async #record(items: readonly JudgedItem[], reading: TurnReading): Promise<ExtractionNews | null> {
    const { turn, doors, place } = this.#task;
    const recorded = doors.now();
    const added = await doors.append(turn.session, { type: "extraction", upto: turn.upto, items });
    if (added === "added") return this.#apply(items, reading, recorded);
    // Another process has the session or the turn; what was spent is told all the same.
    await this.#receipt({ items: [], ...factsOf(reading) });
    return added === "behind" ? over(place, doors) : null;
  }

  async #apply(
    items: readonly JudgedItem[],
    reading: TurnReading,
    recorded: Date,
  ): Promise<ExtractionNews | null> {
    const { turn, doors, place } = this.#task;
    const { session, begin, upto } = turn;
    const applied = await applyItems(items, doors, { session, begin, upto, recorded });
    const { outcomes, noted, proposed, isComplete, isInboxFull } = applied;
    const facts = factsOf(reading);
    await this.#receipt({ items: outcomes, ...facts, secrets: facts.secrets + applied.secrets });
    if (isComplete) await doors.turns.done(place);
    const secrets = [...reading.secretKinds, ...(applied.secrets > 0 ? ["secret"] : [])];
    if (noted.length + proposed + secrets.length === 0 && !isInboxFull) return null;
    const full = isInboxFull ? { isInboxFull } : {};
    return { session, noted, proposed, secrets: [...new Set(secrets)], ...full };
  }

  async #receipt(facts: Omit<ExtractionReceipt, "kind" | "session" | "upto" | "mode" | "ms">): Promise<void> {
    const { turn, doors } = this.#task;
    const receipt: ExtractionReceipt = {
      kind: "extraction",
      session: turn.session,
      upto: turn.upto,
      mode: this.#mode,
      ...facts,
      ms: Math.round(doors.clock() - this.#started),
    };
    await doors.events.record(receipt);
    doors.onReceipt(receipt);
  }
}

const nothingRead: TurnReading = { items: [], secretKinds: [], calls: 0 };

function factsOf({
  items: _items,
  secretKinds,
  ...facts
}: TurnReading): Omit<TurnReading, "items" | "secretKinds"> & { secrets: number } {
  return { ...facts, secrets: secretKinds.length };
}

function skipOf({ finished, savedInTurn, person }: TurnText): ExtractionSkip | null {
  if (!finished) return "unfinished";
  if (savedInTurn) return "saved-in-turn";
  return person.trim() === "" ? "no-words" : null;
}

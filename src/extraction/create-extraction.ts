import { DaybookError } from "../errors/index.ts";
import type { EventLog, ExtractionReceipt, ExtractMode } from "../events/index.ts";
import type { Model, ModelInfo } from "../models/index.ts";
import type { ExtractionRecord, SessionRecord, SessionStore } from "../sessions/index.ts";
import type { Storage } from "../storage/index.ts";
import type { Extraction, ExtractionNews, FollowedSession, SessionToFollow } from "./extraction.ts";
import { createNudge } from "./nudge.ts";
import { createTurnQueue, type QueuedTurn, type TurnQueue } from "./turn-queue.ts";
import {
  createTurnsToRead,
  isOfProvider,
  stricterMode,
  type TurnPlace,
  type TurnTerms,
  type TurnsToRead,
  type WaitingTurn,
} from "./turns-to-read.ts";
import { reads, workOff, type WorkDoors } from "./work-off.ts";

/** What extraction is made of. */
export interface ExtractionOptions extends Pick<WorkDoors, "store" | "inbox" | "limits" | "now" | "read"> {
  sessions: Pick<SessionStore, "records" | "isOpen" | "appendExtraction">;
  storage: Pick<Storage, "appendLine" | "stream" | "openLog" | "removeLog">;
  events: EventLog;
  /** As the person wishes; by the model when they said nothing. */
  mode?: ExtractMode;
  /** Whom is asked; the model of the conversation when left out. */
  sideModel?: Model;
  /** The process ends with its first answer: turns of its own are left to a later one. */
  isShort?: boolean;
  clock?: () => number;
}

/** Turns of earlier processes that one start reads at most. */
const MOST_LEFT_OVER = 20;
/**
 * A process that ends with its answer waits for no call, so one may be cut off and paid for nothing. Once a turn was
 * tried so often, calls take longer than such processes live: all that waits is left to one that waits for it. The end
 * of a chat begins none that was tried so often either, and waits for none: a chat that is long enough for it has read
 * it by then.
 */
const SHORT_TRIES = 2;
/** Where a chat waits for a turn of its own, what was begun before that may take its time, unless it was cut off so often. */
const OFTEN_CUT = 5;
/** Whoever holds it reads what was left over: two that start together do not ask twice. */
const LEASE = "project/extraction-lease.jsonl";

/** Extraction for the conversations of this process. */
export function createExtraction(options: ExtractionOptions): Extraction {
  return new BackgroundExtraction(options);
}

interface Following {
  session: SessionToFollow;
  /** Prompts of this process: they are read as their turns end. */
  begins: Map<number, TurnTerms>;
}

class BackgroundExtraction implements Extraction {
  readonly #options: ExtractionOptions;
  readonly #turns: TurnsToRead;
  readonly #doors: WorkDoors;
  readonly #stop = new AbortController();
  /** Cuts off what earlier processes left. */
  readonly #stopLeftOver = new AbortController();
  readonly #followed = new Set<Following>();
  readonly #receipts = new Map<string, ExtractionReceipt>();
  readonly #listeners = new Set<(news: ExtractionNews) => void>();
  #untold: ExtractionNews[] = [];
  #asked: ExtractMode | undefined;
  readonly #queue: TurnQueue = createTurnQueue((queued) => this.#begin(queued));
  /** Whatever runs beside the conversations, and of it what their end waits for. */
  readonly #running = new Set<Promise<unknown>>();
  readonly #awaited = new Set<Promise<unknown>>();
  #isEnding = false;
  #isLeftOverBegun = false;

  constructor(options: ExtractionOptions) {
    const { sessions, storage, store, inbox, events, limits, now, read } = options;
    this.#options = options;
    this.#asked = options.mode;
    this.#turns = createTurnsToRead(storage);
    this.#doors = {
      sessions,
      store,
      inbox,
      events,
      limits,
      now,
      read,
      turns: this.#turns,
      clock: options.clock ?? (() => performance.now()),
      append: (session, record) => this.#append(session, record),
      onReceipt: (receipt) => void this.#receipts.set(receipt.session, receipt),
    };
  }

  mode({ provider }: Pick<Model["info"], "provider">): ExtractMode {
    return this.#asked ?? (provider === "scripted" ? "off" : "auto");
  }

  setMode(mode: ExtractMode): void {
    this.#asked = mode;
    if (reads(mode)) return;
    // What waits is not read any more, also where a kill comes first.
    for (const { turn } of this.#queue.own()) this.#run(this.#turns.done(turn));
  }

  get isBusy(): boolean {
    return this.#awaited.size > 0;
  }

  follow(session: SessionToFollow): FollowedSession {
    const following: Following = { session, begins: new Map() };
    const nudge = createNudge({ session, records: (id) => this.#options.sessions.records(id) });
    this.#followed.add(following);
    let prompt: number | null = null;
    return {
      append: async (record) => {
        if (record.type === "assistant" && prompt !== null && reads(this.mode(record))) {
          const terms = { mode: this.mode(record), ...providerOf(session, record) };
          following.begins.set(prompt, terms);
          await this.#turns.add({ session: session.id, begin: prompt, ...terms });
          prompt = null;
        }
        const n = await session.append(record);
        if (isPrompt(record)) prompt = n;
        return n;
      },
      turnEnded: ({ begin, model }) => {
        if (this.#asked === "nudge") this.#runAwaited(this.#nudge(nudge, { session: session.id, begin }));
        else this.#ended(following, { begin, model });
      },
      reminder: async () => (this.#asked === "nudge" ? nudge.take() : null),
      close: () => void this.#followed.delete(following),
    };
  }

  recover(model: Model): void {
    // Looking for it is waited for, too: else only chance would say whether a short chat comes to it.
    if (reads(this.mode(model.info))) this.#runAwaited(this.#leftOver(model));
  }

  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async finish(): Promise<void> {
    this.#isEnding = true;
    const current = this.#queue.current();
    const mostTries = this.#queue.own().length > 0 ? OFTEN_CUT : SHORT_TRIES;
    if (current?.isOwn === false && current.turn.tries >= mostTries) this.#stopLeftOver.abort();
    while (this.#awaited.size > 0) await Promise.all(this.#awaited);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#stopLeftOver.abort();
    await this.settle();
  }

  onNews(listener: (news: ExtractionNews) => void): () => void {
    this.#listeners.add(listener);
    const untold = this.#untold;
    this.#untold = [];
    for (const news of untold) listener(news);
    return () => void this.#listeners.delete(listener);
  }

  async last(session: string): Promise<ExtractionReceipt | null> {
    const known = this.#receipts.get(session);
    if (known !== undefined) return known;
    for await (const receipt of this.#options.events.newest("extraction")) {
      if (receipt.session === session) return receipt;
    }
    return null;
  }

  #ended({ session, begins }: Following, { begin, model }: { begin: number; model: Model }): void {
    const place = { session: session.id, begin };
    if (!reads(this.mode(model.info))) {
      // Switched off since the answer: it is not read later either.
      if (begins.has(begin)) this.#runAwaited(this.#turns.done(place));
      return;
    }
    if (this.#options.isShort === true) return;
    const turn = { ...place, ...begins.get(begin), tries: 0 };
    this.#runAwaited(this.#queue.add({ turn, model, isOwn: true }));
  }

  async #nudge(nudge: ReturnType<typeof createNudge>, { session, begin }: TurnPlace): Promise<void> {
    const started = this.#doors.clock();
    const turn = await nudge.turnEnded(begin);
    if (turn === null) return;
    const receipt: ExtractionReceipt = {
      kind: "extraction",
      session,
      upto: turn.upto,
      mode: "nudge",
      ...(turn.skipped === null ? {} : { skipped: turn.skipped }),
      items: [],
      secrets: 0,
      calls: 0,
      ms: Math.round(this.#doors.clock() - started),
    };
    await this.#options.events.record(receipt);
    this.#doors.onReceipt(receipt);
  }

  async #leftOver(model: Model): Promise<void> {
    const all = await this.#turns.waiting();
    const asked = this.#options.sideModel;
    const waiting = all.filter(
      (turn) =>
        !this.#isOfNow(turn) &&
        // What one provider was told is not told another, but for the one that the person named for notes.
        (asked !== undefined || isOfProvider(turn, model.info)),
    );
    if (waiting.length === 0) return;
    if (this.#options.isShort === true && waiting.some(({ tries }) => tries >= SHORT_TRIES)) return;
    const opened = await this.#options.storage.openLog(LEASE);
    if (opened.busy) return;
    try {
      for (const turn of waiting.slice(0, MOST_LEFT_OVER)) {
        if (this.#endsBefore(turn) || this.#stopLeftOver.signal.aborted) return;
        if (await this.#isElsewhere(turn)) continue;
        await this.#queue.add({ turn, model, isOwn: false });
      }
    } finally {
      await opened.log.close();
      await this.#options.storage.removeLog(LEASE).catch(() => undefined);
    }
  }

  /** One of what others left is begun in every chat, however short it is, unless its calls take longer than an end waits. */
  #endsBefore({ tries }: WaitingTurn): boolean {
    return this.#isEnding && (this.#isLeftOverBegun || tries >= SHORT_TRIES);
  }

  #isOfNow({ session, begin }: TurnPlace): boolean {
    return [...this.#followed].some((one) => one.session.id === session && one.begins.has(begin));
  }

  // The process that writes a session reads its turns.
  async #isElsewhere({ session }: TurnPlace): Promise<boolean> {
    if (this.#liveOf(session) !== undefined) return false;
    try {
      return await this.#options.sessions.isOpen(session);
    } catch (error) {
      if (DaybookError.isInstance(error) && error.code === "not-found") return false;
      throw error;
    }
  }

  /** A call that was cut off was paid for nothing: once it is begun, also that for another process is waited for. */
  #begin(queued: QueuedTurn): Promise<void> {
    if (!queued.isOwn && this.#endsBefore(queued.turn)) return Promise.resolve();
    this.#isLeftOverBegun ||= !queued.isOwn;
    const work = this.#work(queued);
    this.#runAwaited(work);
    return work;
  }

  async #work({ turn, model: asked, isOwn }: QueuedTurn): Promise<void> {
    const modeNow = (): ExtractMode => stricterMode(this.mode(asked.info), turn.mode);
    if (!reads(modeNow())) {
      // Switched off since it was said. What others left waits for a process that reads.
      if (isOwn) await this.#turns.done(turn);
      return;
    }
    const { signal } = isOwn ? this.#stop : this.#stopLeftOver;
    if (signal.aborted) return;
    const model = this.#options.sideModel ?? asked;
    const news = await workOff(turn, { model, modeNow, signal }, this.#doors);
    if (news !== null) this.#tell(news);
    if (isOwn && !reads(modeNow())) await this.#turns.done(turn);
  }

  #tell(news: ExtractionNews): void {
    if (this.#listeners.size === 0) this.#untold.push(news);
    for (const listener of this.#listeners) listener(news);
  }

  #liveOf(id: string): SessionToFollow | undefined {
    return [...this.#followed].find(({ session }) => session.id === id)?.session;
  }

  async #append(id: string, record: ExtractionRecord): Promise<"added" | "behind" | "busy"> {
    const live = this.#liveOf(id);
    if (live !== undefined) {
      try {
        await live.append(record);
        return "added";
      } catch (error) {
        // Closed while it was on its way.
        if (!DaybookError.isInstance(error) || error.code !== "internal") throw error;
      }
    }
    return this.#options.sessions.appendExtraction(id, record);
  }

  #runAwaited(work: Promise<unknown>): void {
    this.#run(work, [this.#running, this.#awaited]);
  }

  // What fails is left for the next start.
  #run(work: Promise<unknown>, among: readonly Set<Promise<unknown>>[] = [this.#running]): void {
    const running: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => among.forEach((each) => each.delete(running)));
    for (const each of among) each.add(running);
  }
}

/** Who answers; whether that is a server of this machine is known of the model that is in use. */
function providerOf(
  { model }: SessionToFollow,
  { provider }: Pick<ModelInfo, "provider">,
): Pick<TurnTerms, "provider" | "local"> {
  const info = model?.();
  return { provider, ...(info?.provider === provider ? { local: info.local } : {}) };
}

function isPrompt(record: SessionRecord): boolean {
  return record.type === "user" && record.from.includes("person");
}

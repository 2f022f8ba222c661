import { isMemorySource, type AssembledContext, type ContextSource } from "../context/index.ts";
import { DaybookError } from "../errors/index.ts";
import type { Block, Model, Usage } from "../models/index.ts";
import type { ContextRecord } from "../sessions/index.ts";
import { estimateTokens, systemReminder } from "../text/index.ts";
import type { Tool } from "../tools/index.ts";
import { beginRecall } from "./begin-recall.ts";
import { compact, type CompactionOutcome, type CompactionSetting } from "./compact.ts";
import { Conversation, textBlock, type Part } from "./conversation.ts";
import type { SentMessage } from "./sent-message.ts";
import type { AgentEvent } from "./events.ts";
import { failedTurn } from "./failed-turn.ts";
import { countingAppend } from "./history.ts";
import { SessionContext, type News } from "./session-context.ts";
import { TokenMeter } from "./token-meter.ts";
import { requestOf, specOf } from "./request.ts";
import { loadTurnParts, runTurn } from "./turn.ts";
import type { TurnRecall } from "./turn-recall.ts";
import { addUsage, isNoUsage, noUsage } from "./usage.ts";

import type { Agent, AgentCost, AgentOptions, CompactOptions, RunOptions } from "./agent.ts";

const MAX_ROUNDS = 100;

/** Runs one piece of work at a time over one conversation, and keeps it valid whatever happens. */
export class AgentLoop implements Agent {
  readonly #options: AgentOptions;
  readonly #tools: readonly Tool[];
  readonly #conversation: Conversation;
  readonly #context: SessionContext;
  readonly #meter = new TokenMeter();
  readonly #pressure = { quietUntil: 0 };
  #model: Model;
  #window: number;
  #usage: Usage | null;
  /** For the next prompt: that an answer broke off, and what a resume has to tell. */
  #brokenOff: Part[] = [];
  #notes: readonly string[];
  #turnSources: readonly ContextSource[] | undefined;
  #running = false;
  /** Number of the record with the prompt of a turn whose end nobody was told yet. */
  #begun: number | null = null;

  constructor(options: AgentOptions) {
    const { model, history, window = model.info.window } = options;
    this.#options = options;
    this.#model = model;
    this.#window = window;
    this.#tools = options.tools.filter((tool) => this.#withMemory || tool.effect !== "memory");
    const append = options.append ?? countingAppend(history);
    this.#conversation = new Conversation({
      append,
      model: model.info,
      messages: history?.messages ?? [],
      compaction: history?.compaction ?? null,
    });
    this.#context = new SessionContext({
      sources: () => this.#sources(),
      specs: this.#tools.map(specOf),
      limits: options.limits,
      append,
      conversation: this.#conversation,
      logged: this.#knowsSameMemory(history?.context) ? (history?.context ?? null) : null,
      model: () => this.#model.info,
      window: () => this.#window,
    });
    this.#notes = history?.notes ?? [];
    const { lastUsage = null } = history ?? {};
    this.#usage = lastUsage?.usage ?? null;
    if (lastUsage !== null) this.#meter.resume(this.#conversation.messages, lastUsage);
  }

  get model(): Model["info"] {
    return this.#model.info;
  }

  get window(): number {
    return this.#window;
  }

  messages(): readonly SentMessage[] {
    return this.#conversation.messages;
  }

  context(): Promise<AssembledContext> {
    return this.#context.look();
  }

  lastUsage(): Usage | null {
    return this.#usage;
  }

  useModel(model: Model): void {
    this.#mustRest();
    const isSame = model.info.id === this.#model.info.id;
    this.#model = model;
    this.#window = model.info.window;
    this.#pressure.quietUntil = 0;
    if (isSame) return;
    this.#conversation.useModel(model.info);
    this.#context.begin();
    this.#meter.forget();
  }

  async *run(
    prompt: string | readonly Block[],
    { signal, attached = [] }: RunOptions = {},
  ): AsyncGenerator<AgentEvent, void> {
    this.#mustRest();
    const blocks = typeof prompt === "string" ? [textBlock(prompt)] : prompt;
    if (typeof prompt === "string" ? prompt.trim() === "" : prompt.length === 0) {
      return yield failedTurn(new DaybookError("invalid", "The prompt is empty; say what to do."));
    }
    try {
      yield* this.#alone((stop) => this.#turn(blocks, { signal: stop, attached }), signal);
    } finally {
      this.#tellEnd();
    }
  }

  async *compact({ wish, signal }: CompactOptions = {}): AsyncGenerator<AgentEvent, void> {
    this.#mustRest();
    yield* this.#alone((stop) => this.#compactNow(stop, wish), signal);
  }

  // A sub-agent's turns are read by nobody.
  #tellEnd(): void {
    const begin = this.#begun;
    this.#begun = null;
    if (begin === null || !this.#withMemory) return;
    try {
      this.#options.afterTurn?.({ begin, model: this.#model });
    } catch {
      // The turn is over and whole, whatever comes of it.
    }
  }

  #mustRest(): void {
    if (this.#running)
      throw new DaybookError("usage", "A turn is running; wait for its end or abort it first.");
  }

  // One piece of work at a time; whatever happens the conversation is valid afterwards.
  async *#alone(
    work: (signal: AbortSignal) => AsyncGenerator<AgentEvent, void>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<AgentEvent, void> {
    this.#running = true;
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) stop.abort();
    try {
      yield* work(stop.signal);
    } catch (error) {
      yield failedTurn(error);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      stop.abort();
      await this.#recall?.end();
      // Also when the caller stopped listening in the middle; what cannot be recorded now is settled by the next turn.
      await this.#conversation.settle().catch(() => undefined);
      this.#running = false;
    }
  }

  async *#turn(
    prompt: readonly Block[],
    { signal, attached }: Required<RunOptions>,
  ): AsyncGenerator<AgentEvent, void> {
    await this.#conversation.settle();
    await this.#context.ready();
    const carried = { notes: this.#notes, brokenOff: this.#brokenOff };
    const begin = await this.#addPrompt(prompt, { signal, attached });
    this.#begun = begin;
    const { approve, maxRounds = MAX_ROUNDS } = this.#options;
    const spent = noUsage();
    const setting = {
      ...this.#compaction(signal),
      tools: this.#tools,
      turnSources: this.#ofTurn(),
      maxRounds,
      ...(approve === undefined ? {} : { approve }),
      ...(this.#recall === undefined ? {} : { recall: this.#recall }),
      pressure: this.#pressure,
      onWindow: (tokens: number): void => void (this.#window = Math.min(this.#window, tokens)),
      onUsage: (counted: Usage): void => {
        this.#usage = counted;
        addUsage(spent, counted);
      },
      onUncounted: async (text: string) => addUsage(spent, await this.#estimateOf(text, setting)),
      onBrokenOff: (note: string): void =>
        void (this.#brokenOff = [{ text: systemReminder(note), from: "note" }]),
    };
    try {
      yield* runTurn(setting, begin);
    } finally {
      this.#tellCost("chat", spent);
      // What stood beside a prompt that was withdrawn is told with the next one.
      if (!this.#conversation.holds(begin)) {
        this.#notes = carried.notes;
        this.#brokenOff = carried.brokenOff;
      }
    }
  }

  async *#compactNow(signal: AbortSignal, wish: string | undefined): AsyncGenerator<AgentEvent, void> {
    await this.#conversation.settle();
    if (this.#conversation.turns.length === 0) return yield* this.#endCompacting("nothing");
    const reason = { asked: true, ...(wish === undefined ? {} : { wish }) };
    const outcome = yield* compact(this.#compaction(signal), reason);
    yield* this.#endCompacting(outcome);
  }

  *#endCompacting(outcome: CompactionOutcome): Generator<AgentEvent, void> {
    if (outcome === "nothing") {
      yield { type: "note", text: "nothing to compact: only the last turn is there" };
    }
    const ended = { type: "turn-end", text: "", usage: noUsage() } as const;
    if (typeof outcome === "string")
      return yield { ...ended, outcome: outcome === "aborted" ? "aborted" : "answered" };
    const message = `Nothing was changed: older turns could not be summarised. ${outcome.message}`;
    yield { ...ended, outcome: "failed", failure: { kind: outcome.failure, message } };
  }

  #compaction(signal: AbortSignal): CompactionSetting {
    const { limits } = this.#options;
    return {
      model: this.#model,
      conversation: this.#conversation,
      context: this.#context,
      meter: this.#meter,
      limits,
      window: () => this.#window,
      signal,
      onSummary: (usage) => this.#tellCost("compaction", usage),
    };
  }

  #tellCost(purpose: AgentCost["purpose"], usage: Usage): void {
    if (!isNoUsage(usage)) this.#options.onCost?.({ purpose, model: this.#model.info, usage });
  }

  async #estimateOf(answer: string, setting: CompactionSetting): Promise<Usage> {
    const input = this.#meter.next(await requestOf(setting));
    return { ...noUsage(), input, output: estimateTokens(answer), estimated: true };
  }

  async #addPrompt(prompt: readonly Block[], { signal, attached }: Required<RunOptions>): Promise<number> {
    const isFirst = this.#conversation.messages.length === 0;
    const before = isFirst ? await this.#context.firstUser() : [];
    const news = await this.#context.news();
    const after = [
      ...this.#brokenOff,
      ...(await loadTurnParts(this.#ofTurn())),
      ...this.#toTell(news),
      ...(await this.#recalled(prompt, signal)),
    ];
    const n = await this.#conversation.addUser({
      content: [
        ...before.map((block) => textBlock(block.text)),
        ...prompt,
        ...attached,
        ...after.map((part) => textBlock(part.text)),
      ],
      from: [
        ...before.map((block) => block.source),
        ...prompt.map(() => "person"),
        ...attached.map(() => "attachment"),
        ...after.map((part) => part.from),
      ],
      ...(news === null ? {} : { told: news.told }),
    });
    this.#brokenOff = [];
    this.#notes = [];
    return n;
  }

  async #recalled(prompt: readonly Block[], signal: AbortSignal): Promise<Part[]> {
    if (this.#recall === undefined) return [];
    return beginRecall(this.#recall, {
      prompt,
      messages: this.#conversation.messages,
      model: this.#model,
      context: (await this.#context.look()).blocks,
      window: this.#window,
      share: this.#options.limits.contextShare,
      signal,
    });
  }

  // What a resume has to say, in one block.
  #toTell(news: News | null): Part[] {
    const texts = [...this.#notes, ...(news === null ? [] : [news.text])];
    return texts.length === 0 ? [] : [{ text: systemReminder(texts.join("\n\n")), from: "note" }];
  }

  get #recall(): TurnRecall | undefined {
    return this.#withMemory ? this.#options.recall : undefined;
  }

  get #withMemory(): boolean {
    return this.#options.memory !== false;
  }

  // With or without memory is decided anew each time: what was logged the other way is not sent again.
  #knowsSameMemory(logged: ContextRecord | null | undefined): boolean {
    const memoryTools = new Set(
      this.#options.tools.filter(({ effect }) => effect === "memory").map(({ name }) => name),
    );
    if (logged === null || logged === undefined || memoryTools.size === 0) return true;
    const had = logged.tools.some((tool) => memoryTools.has((tool as { name?: string } | null)?.name ?? ""));
    return had === this.#withMemory;
  }

  #sources(): readonly ContextSource[] {
    const { sources } = this.#options;
    const all = typeof sources === "function" ? sources() : sources;
    return all.filter((source) => this.#withMemory || !isMemorySource(source));
  }

  // These carry on from turn to turn: one set for the whole session.
  #ofTurn(): readonly ContextSource[] {
    return (this.#turnSources ??= this.#sources().filter(({ placement }) => placement === "turn"));
  }
}

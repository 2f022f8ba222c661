import {
  assembleContext,
  describeChanges,
  type AssembledContext,
  type ContextBlock,
  type ContextSource,
} from "../context/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Block, Model, ModelRequest, ToolSpec } from "../models/index.ts";
import type { Append, ContextRecord } from "../sessions/index.ts";
import type { Conversation } from "./conversation.ts";
import type { SentMessage } from "./sent-message.ts";

/** What a session's context is made of. */
export interface SessionContextOptions {
  /** A fresh set at each call. */
  sources(): readonly ContextSource[];
  specs: readonly ToolSpec[];
  limits: Pick<Limits, "contextShare">;
  append: Append;
  conversation: Conversation;
  /** Of the log that goes on. */
  logged: ContextRecord | null;
  /** Of now: the model may be changed, and its window learnt. */
  model(): Model["info"];
  window(): number;
}

/** The parts of a request that stay the same. */
export type FixedParts = Pick<ModelRequest, "system" | "tools">;

/** Share of the window that the news of a resume may take. */
const NEWS_SHARE = 0.1;

/**
 * What every request carries before the conversation. It is recorded once and then sent byte for byte, by
 * later processes too; a compaction or another model begins it anew.
 */
export class SessionContext {
  readonly #options: SessionContextOptions;
  #assembling: Promise<AssembledContext> | undefined;
  #fixed: ContextRecord | null = null;
  /** What changed since the model was told, until it is told. */
  #news: { text: string; told: Record<string, string | null> } | null = null;
  #logged: ContextRecord | null;

  constructor(options: SessionContextOptions) {
    this.#options = options;
    this.#logged = options.logged;
  }

  /** As the next request carries it, and what was noticed while it was read. */
  async look(): Promise<AssembledContext> {
    const fresh = await this.#fresh();
    const kept = this.#fixed ?? this.#reusable();
    const { messages } = this.#options.conversation;
    if (kept === null && messages.length === 0) return fresh;
    const system = kept === null ? fresh.blocks.filter(isSystem) : systemBlocks(kept, fresh.blocks);
    const blocks = [...system, ...spokenBlocks(messages)];
    // What is as it would be now is shown with all that is known of it.
    const known = blocks.map(
      (block) =>
        fresh.blocks.find(({ source, text }) => source === block.source && text === block.text) ?? block,
    );
    return { blocks: known, notices: fresh.notices };
  }

  /** The parts that stay the same, recorded if they are new. */
  async ready(): Promise<FixedParts> {
    this.#fixed ??= await this.#begin();
    return partsOf(this.#fixed);
  }

  /** Blocks for the first message of a conversation. */
  async firstUser(): Promise<ContextBlock[]> {
    const { blocks } = await this.#fresh();
    return blocks.filter((block) => block.placement === "first-user");
  }

  /** What is to be told with the next prompt; `told` is called when it was. */
  get news(): string | null {
    return this.#news?.text ?? null;
  }

  /** The news were recorded with a prompt: a later process tells only what is newer. */
  async told(): Promise<void> {
    if (this.#news === null || this.#fixed === null) return;
    const told = { ...this.#fixed.told, ...this.#news.told };
    this.#news = null;
    this.#fixed = { ...this.#fixed, told };
    await this.#options.append(this.#fixed);
  }

  /**
   * Reads everything again; `ready` then records it. Gives the blocks for the first message, which a compaction
   * puts in front; without one what is in front stays, and with it what was told since.
   */
  async renew({ front }: { front: boolean }): Promise<ContextBlock[]> {
    this.begin();
    if (front) this.#logged = null;
    return this.firstUser();
  }

  /** The next request begins with a fresh context. */
  begin(): void {
    this.#assembling = undefined;
    this.#logged = withoutModel(this.#fixed ?? this.#logged);
    this.#fixed = null;
    this.#news = null;
  }

  #fresh(): Promise<AssembledContext> {
    const { sources, limits, window } = this.#options;
    return (this.#assembling ??= assembleContext({ sources: sources(), limits, window: window() }).catch(
      (error: unknown) => {
        this.#assembling = undefined;
        throw error;
      },
    ));
  }

  #reusable(): ContextRecord | null {
    const { model } = this.#options;
    return this.#logged?.model === model().id ? this.#logged : null;
  }

  async #begin(): Promise<ContextRecord> {
    const { append, specs, conversation, model } = this.#options;
    const { blocks } = await this.#fresh();
    const kept = this.#reusable();
    if (kept !== null) {
      this.#findNews(kept, blocks);
      return kept;
    }
    const system = blocks.filter(isSystem);
    const told = stillTold(this.#logged, system);
    const record: ContextRecord = {
      type: "context",
      system: system.map(({ text }) => text),
      tools: specs,
      model: model().id,
      provider: model().provider,
      sources: system.map(({ source }) => source),
      ...(told === undefined ? {} : { told }),
    };
    // Thinking is bound to the system it was made under: no later process may send what stands before this one.
    const goesOn = conversation.turns.length > 0 && !conversation.isJustShortened;
    if (goesOn) await conversation.shorten({ firstKept: 0, elide: [] });
    await append(record);
    this.#findNews(record, blocks);
    return record;
  }

  #findNews(fixed: ContextRecord, blocks: readonly ContextBlock[]): void {
    const { conversation, window } = this.#options;
    if (conversation.messages.length === 0) return;
    const before = toldTexts(fixed, { messages: conversation.messages, fresh: blocks });
    const tokens = Math.floor(window() * NEWS_SHARE);
    const { text, told } = describeChanges(before, blocks, { tokens });
    this.#news = text === null ? null : { text, told };
  }
}

function isSystem({ placement }: ContextBlock): boolean {
  return placement === "system";
}

// What it told of stays told, but its bytes are not sent again.
function withoutModel(record: ContextRecord | null): ContextRecord | null {
  return record === null ? null : { ...record, model: "" };
}

// The system is told anew; what else was told since the first message still counts.
function stillTold(logged: ContextRecord | null, system: readonly ContextBlock[]): ContextRecord["told"] {
  const fresh = new Set(system.map(({ source }) => source));
  const old = new Set(logged?.sources ?? []);
  const kept = Object.entries(logged?.told ?? {}).filter(
    ([source]) => !fresh.has(source) && !old.has(source),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function partsOf({ system, tools }: ContextRecord): FixedParts {
  return { system, tools: tools as readonly ToolSpec[] };
}

// A log may not say where its texts are from; a source always begins with the same line.
function systemBlocks(
  { system, sources = [] }: ContextRecord,
  fresh: readonly ContextBlock[] = [],
): ContextBlock[] {
  return system.map((text, at) => {
    const alike = fresh.find((block) => firstLine(block.text) === firstLine(text));
    return { placement: "system", source: sources[at] ?? alike?.source ?? `system ${at + 1}`, text };
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

// What stands before the person's first words, or before the turns a compaction kept.
function spokenBlocks([first]: readonly SentMessage[]): ContextBlock[] {
  const from = first?.from ?? [];
  const until = from.findIndex((source) =>
    ["person", "attachment", "summary", "note", "tool"].includes(source),
  );
  return (first?.content ?? []).slice(0, until < 0 ? from.length : until).flatMap((block: Block, at) => {
    const text = block["text"];
    return typeof text === "string"
      ? [{ placement: "first-user" as const, source: from[at] ?? "unknown", text }]
      : [];
  });
}

function toldTexts(
  fixed: ContextRecord,
  { messages, fresh }: { messages: readonly SentMessage[]; fresh: readonly ContextBlock[] },
): Map<string, string> {
  const blocks = [...systemBlocks(fixed, fresh), ...spokenBlocks(messages)];
  const texts = new Map(blocks.map(({ source, text }) => [source, text]));
  for (const [source, text] of Object.entries(fixed.told ?? {})) {
    if (text === null) texts.delete(source);
    else texts.set(source, text);
  }
  return texts;
}

import {
  assembleContext,
  describeChanges,
  type AssembledContext,
  type ContextBlock,
  type ContextSource,
} from "../context/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Block, Model, ModelRequest, ToolSpec } from "../models/index.ts";
import type { Append, ContextRecord, Told } from "../sessions/index.ts";
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
  logged: (ContextRecord & { n?: number }) | null;
  /** Of now: the model may be changed, and its window learnt. */
  model(): Model["info"];
  window(): number;
}

/** The parts of a request that stay the same. */
export type FixedParts = Pick<ModelRequest, "system" | "tools">;

/** What changed since the model was told, for the next prompt. */
export interface News {
  text: string;
  told: Told;
}

/** A context and where it stands in the log. */
type PlacedContext = ContextRecord & { n: number };

/** Share of the window that the news of a resume may take. */
const NEWS_SHARE = 0.1;

/**
 * What every request carries before the conversation. It is recorded once and then sent byte for byte, by
 * later processes too; a compaction or another model begins it anew.
 */
export class SessionContext {
  readonly #options: SessionContextOptions;
  #assembling: Promise<AssembledContext> | undefined;
  #fixed: PlacedContext | null = null;
  #logged: PlacedContext | null;

  constructor(options: SessionContextOptions) {
    this.#options = options;
    this.#logged = options.logged === null ? null : { n: 0, ...options.logged };
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

  /** What is to be told with the next prompt; read off the messages, so that what is withdrawn is told again. */
  async news(): Promise<News | null> {
    const { conversation, window } = this.#options;
    if (this.#fixed === null || conversation.messages.length === 0) return null;
    const { blocks } = await this.#fresh();
    const before = toldTexts(this.#fixed, { messages: conversation.messages, fresh: blocks });
    const tokens = Math.floor(window() * NEWS_SHARE);
    const { text, told } = describeChanges(before, blocks, { tokens });
    return text === null ? null : { text, told };
  }

  /** Reads everything again and changes nothing yet: `renew` makes it the context. */
  reread(): Promise<AssembledContext> {
    const { sources, limits, window } = this.#options;
    return assembleContext({ sources: sources(), limits, window: window() });
  }

  /** The next request begins with what was read, and records it. */
  renew(read: AssembledContext): void {
    this.begin();
    this.#assembling = Promise.resolve(read);
  }

  /** The next request begins with a fresh context. */
  begin(): void {
    this.#assembling = undefined;
    this.#logged = null;
    this.#fixed = null;
  }

  #fresh(): Promise<AssembledContext> {
    return (this.#assembling ??= this.reread().catch((error: unknown) => {
      this.#assembling = undefined;
      throw error;
    }));
  }

  #reusable(): PlacedContext | null {
    const { model } = this.#options;
    return this.#logged?.model === model().id ? this.#logged : null;
  }

  async #begin(): Promise<PlacedContext> {
    const { append, specs, conversation, model } = this.#options;
    const kept = this.#reusable();
    if (kept !== null) return kept;
    const system = (await this.#fresh()).blocks.filter(isSystem);
    const record: ContextRecord = {
      type: "context",
      system: system.map(({ text }) => text),
      tools: specs,
      model: model().id,
      provider: model().provider,
      sources: system.map(({ source }) => source),
    };
    // Thinking is bound to the system it was made under: no later process may send what stands before this one.
    const goesOn = conversation.turns.length > 0 && !conversation.isJustShortened;
    if (goesOn) await conversation.shorten({ firstKept: 0, elide: [] });
    return { ...record, n: await append(record) };
  }
}

function isSystem({ placement }: ContextBlock): boolean {
  return placement === "system";
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
  const until = from.findIndex(
    (source) =>
      ["person", "attachment", "summary", "note", "tool"].includes(source) || source.startsWith("recall:"),
  );
  return (first?.content ?? []).slice(0, until < 0 ? from.length : until).flatMap((block: Block, at) => {
    const text = block["text"];
    return typeof text === "string"
      ? [{ placement: "first-user" as const, source: from[at] ?? "unknown", text }]
      : [];
  });
}

// What each source said last: in the system, in the first message, or since then beside a prompt.
function toldTexts(
  fixed: PlacedContext,
  { messages, fresh }: { messages: readonly SentMessage[]; fresh: readonly ContextBlock[] },
): Map<string, string> {
  const spoken = spokenBlocks(messages);
  const texts = new Map([...systemBlocks(fixed, fresh), ...spoken].map(({ source, text }) => [source, text]));
  const ofFirst = new Set(
    [...spoken, ...fresh.filter((block) => !isSystem(block))].map(({ source }) => source),
  );
  for (const { n, told = {} } of messages) {
    for (const [source, text] of Object.entries(told)) {
      // A later context says anew what it holds, and so does what a compaction put in front.
      if (n < (ofFirst.has(source) ? (messages[0]?.n ?? 0) : fixed.n)) continue;
      if (text === null) texts.delete(source);
      else texts.set(source, text);
    }
  }
  return texts;
}

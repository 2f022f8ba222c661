import {
  isText,
  isToolResult,
  isToolUse,
  type AssistantMessage,
  type Block,
  type ModelInfo,
} from "../models/index.ts";
import {
  interruptedResult,
  isThinking,
  joinNeighbours,
  type Append,
  type CompactionRecord,
  type From,
  type UserRecord,
} from "../sessions/index.ts";
import { asSeenBy, isSendable, shortened, type SentMessage } from "./sent-message.ts";
import { noUsage } from "./usage.ts";

/** The result of one call. */
export interface ToolResult {
  /** Id of the call. */
  id: string;
  content: string;
  isError: boolean;
  /** The program made it up because the tool did not finish. */
  synthetic?: boolean;
  /** Texts that arrived meanwhile: the last parts of the result, since text beside results ends turns early. */
  notes?: readonly Part[];
  /** `scope/slug@version` of memories that the call saved or read. */
  memories?: readonly string[];
}

/** A text and where it is from. */
export interface Part {
  text: string;
  from: From;
}

/** What a conversation begins with. */
export interface ConversationOptions {
  append: Append;
  model: ModelInfo;
  /** Of an earlier conversation, perhaps with another model. */
  messages?: readonly SentMessage[];
  /** The compaction that stands in front of them: the message of its number is what it put there. */
  compaction?: (CompactionRecord & { n: number }) | null;
}

/** What a compaction does to the messages; the rest of its record is carried on from the one before. */
export interface Shortening {
  /** Number of the first message that is kept; 0 keeps all, with what stands in front of them. */
  firstKept: number;
  /** Ids of calls whose results are left out from now on. */
  elide: readonly string[];
  /** What stands in front, where something was dropped. */
  opening?: Required<Pick<CompactionRecord, "summary" | "content" | "from">> &
    Pick<CompactionRecord, "usage">;
}

/** What the record of a result says beside it. */
interface ResultFacts {
  from: From[];
  synthetic: boolean;
  memories: readonly string[];
}

/**
 * The messages of one conversation. Everything is appended to the record first and remembered after;
 * a message that was sent is never changed but by a compaction, and every call gets its result.
 */
export class Conversation {
  #messages: readonly SentMessage[] = [];
  #compaction: CompactionRecord | null;
  /** The message that a compaction put in front. */
  #opening: SentMessage | null = null;
  readonly #append: Append;
  #model: ModelInfo;
  #isJustShortened = false;

  constructor({ append, model, messages = [], compaction = null }: ConversationOptions) {
    this.#append = append;
    this.#model = model;
    this.#compaction = compaction;
    const seen = asSeenBy(messages, model);
    const [first] = seen;
    const isOpened = first !== undefined && first.n === compaction?.n;
    this.#opening = isOpened ? first : null;
    this.#messages = isOpened ? seen.slice(1) : seen;
  }

  /** As they are sent. The array is never changed: each addition makes a new one. */
  get messages(): readonly SentMessage[] {
    return this.#opening === null ? this.#messages : [this.#opening, ...this.#messages];
  }

  /** Without what a compaction put in front. */
  get turns(): readonly SentMessage[] {
    return this.#messages;
  }

  /** What a compaction put in front of the turns. */
  get opening(): SentMessage | null {
    return this.#opening;
  }

  /** The words that stand for the turns which were summarised; empty when there are none. */
  get summary(): string {
    return this.#compaction?.summary ?? "";
  }

  /** All that is known of turns which are gone: the summary, and what was noted of turns that nobody summarised. */
  get earlier(): string {
    const { content, from = [] } = this.#opening ?? { content: [] };
    const notes = content.filter((block, at) => from[at] === "note" && isText(block));
    return [this.summary, ...notes.map((block) => String(block["text"]))].join("\n\n").trim();
  }

  /** Calls whose results are left out. */
  get elided(): ReadonlySet<string> {
    return new Set(this.#compaction?.elided ?? []);
  }

  get hasThinking(): boolean {
    return this.#messages.some(({ content }) => content.some(isThinking));
  }

  /** Nothing was said since it was shortened. */
  get isJustShortened(): boolean {
    return this.#isJustShortened;
  }

  /** Another model goes on: it gets no thinking of this one. */
  useModel(model: ModelInfo): void {
    this.#model = model;
    this.#messages = asSeenBy(this.#messages, model);
  }

  /** Adds a message of the person and what stands beside their words; gives its place in the log. */
  async addUser(message: Pick<UserRecord, "content" | "from" | "told">): Promise<number> {
    const n = await this.#append({ type: "user", ...message });
    this.#remember({ role: "user", ...message, n });
    return n;
  }

  /** Records an answer as it came. What cannot be sent back is not remembered; false when nothing is left. */
  async addAnswer(message: AssistantMessage): Promise<boolean> {
    const { content, usage, stop, model, raw } = message;
    const rawPart = raw === undefined ? {} : { raw };
    const n = await this.#append({
      type: "assistant",
      content,
      usage,
      stop,
      model,
      provider: this.#model.provider,
      ...rawPart,
    });
    const kept = content.filter((block) => isSendable(block, this.#model));
    if (!kept.some((block) => !isThinking(block))) return false;
    this.#remember({ role: "assistant", content: kept, model, ...rawPart, n });
    return true;
  }

  /** Keeps what was shown of an answer that broke off. False when nothing was shown. */
  async addPartialAnswer(text: string): Promise<boolean> {
    const shown = text.trimEnd();
    if (shown === "") return false;
    return this.addAnswer({
      role: "assistant",
      content: [{ type: "text", text: shown }],
      usage: noUsage(),
      stop: "end_turn",
      model: this.#model.id,
    });
  }

  /** Adds one result; all results of an answer become one message. */
  async addResult({
    id,
    content,
    isError,
    synthetic = false,
    notes = [],
    memories = [],
  }: ToolResult): Promise<void> {
    const block: Block = {
      type: "tool_result",
      tool_use_id: id,
      content:
        notes.length === 0
          ? content
          : [content, ...notes.map((note) => note.text)].filter((text) => text.trim() !== "").map(textBlock),
      ...(isError ? { is_error: true } : {}),
    };
    const from: From[] = ["tool", ...notes.map((note) => note.from)];
    await this.#addResultBlock(block, { from, synthetic, memories });
  }

  /** Gives every call that still waits a result, so that the next request is valid. */
  async settle(): Promise<void> {
    for (const id of this.#waitingCalls()) {
      await this.#addResultBlock(interruptedResult(id), { from: ["tool"], synthetic: true, memories: [] });
    }
  }

  /** Whether a message begins with record `n`: no longer when it was withdrawn. */
  holds(n: number): boolean {
    return this.#messages.some((message) => message.n === n);
  }

  /** Goes back to before record `n`: what came from there on was refused and would be refused again. */
  async withdrawFrom(n: number): Promise<void> {
    const kept = this.#messages.filter((message) => message.n < n);
    if (kept.length === this.#messages.length) return;
    try {
      await this.#append({ type: "withdrawn", since: n });
    } finally {
      // Also when it could not be recorded: the conversation of this process must go on.
      this.#messages = kept;
    }
  }

  /** Shortens the conversation: records it, then sends less. Earlier thinking goes, since it is bound to what stood before it. */
  async shorten({ firstKept, elide, opening }: Shortening): Promise<void> {
    const kept = this.#messages.slice(firstKept);
    const results = new Set(kept.flatMap(({ content }) => content.filter(isToolResult).map(idOfResult)));
    const elided = [...this.elided, ...elide].filter((id) => results.has(id));
    const front = opening ?? frontOf(this.#compaction);
    const record: CompactionRecord = {
      type: "compaction",
      ...front,
      firstKept: kept[0]?.n ?? this.#compaction?.firstKept ?? 0,
      ...(elided.length === 0 ? {} : { elided }),
    };
    const n = await this.#append(record);
    this.#compaction = record;
    this.#isJustShortened = true;
    if (opening !== undefined)
      this.#opening = { role: "user", content: opening.content, n, from: opening.from };
    this.#messages = shortened(kept, new Set(elide));
  }

  endsWithResults(): boolean {
    const last = this.#messages.at(-1);
    return last?.role === "user" && last.content.some(isToolResult);
  }

  async #addResultBlock(block: Block, { from, synthetic, memories }: ResultFacts): Promise<void> {
    const n = await this.#append({
      type: "tool_result",
      content: [block],
      from,
      ...(synthetic ? { synthetic: true } : {}),
      ...(memories.length === 0 ? {} : { memories }),
    });
    const last = this.#messages.at(-1);
    if (last?.role === "user" && last.content.every(isToolResult)) {
      const joined = {
        ...last,
        content: [...last.content, block],
        from: [...(last.from ?? []), ...from],
        memories: [...(last.memories ?? []), ...memories],
      };
      this.#messages = [...this.#messages.slice(0, -1), joined];
    } else {
      this.#remember({ role: "user", content: [block], n, from, memories });
    }
  }

  #waitingCalls(): string[] {
    const answerAt = this.#messages.findLastIndex((message) => message.role === "assistant");
    const calls = this.#messages[answerAt]?.content.filter(isToolUse) ?? [];
    const results = this.#messages
      .slice(answerAt + 1)
      .flatMap((message) => message.content.filter(isToolResult));
    const answered = new Set(results.map(idOfResult));
    return calls.map((call) => call.id).filter((id) => !answered.has(id));
  }

  #remember(message: SentMessage): void {
    this.#isJustShortened = false;
    const last = this.#messages.at(-1);
    // An answer that was paused and what follows it are one, as they are when they are read from the log.
    this.#messages =
      last?.role === "assistant" && message.role === "assistant"
        ? [...this.#messages.slice(0, -1), ...joinNeighbours([last, message])]
        : [...this.#messages, message];
  }
}

/** A text as a block. */
export function textBlock(text: string): Block {
  return { type: "text", text };
}

function idOfResult(block: Block): string {
  return String(block["tool_use_id"]);
}

function frontOf(before: CompactionRecord | null): Pick<CompactionRecord, "summary" | "content" | "from"> {
  const { summary = "", content, from } = before ?? {};
  return {
    summary,
    ...(content === undefined ? {} : { content }),
    ...(from === undefined ? {} : { from }),
  };
}

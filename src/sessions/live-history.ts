import type { Usage } from "../models/index.ts";
import type { LogDamage, LogEntry } from "./log-reader.ts";
import type {
  AssistantRecord,
  CompactionRecord,
  ContextRecord,
  RepairRecord,
  SessionHeader,
  ToolResultRecord,
  UserRecord,
} from "./record.ts";

type Numbered<R> = R & { n: number; ts?: string };
export type MessageRecord = Numbered<UserRecord | AssistantRecord | ToolResultRecord>;
export type LiveEntry = MessageRecord | Numbered<RepairRecord> | LogDamage;

/** What of a log still matters for the next request. */
export interface LiveHistory {
  header: SessionHeader | null;
  /** The last one. */
  context: Numbered<ContextRecord> | null;
  /** The last one. */
  compaction: Numbered<CompactionRecord> | null;
  /** In the order of the log: messages that are still sent, repairs, and all damage. */
  entries: readonly LiveEntry[];
  /** By the id of a call whose result is elided, the compaction that did it: only results before it are meant. */
  elided: ReadonlyMap<string, number>;
  /** Number of the last record, -1 for a log without any. */
  last: number;
  /** ISO time of the last message that somebody made; null when there is none. */
  lastMessageAt: string | null;
  /** As the provider counted it, of the last answer that is still sent. */
  lastUsage: { n: number; usage: Usage } | null;
}

/** Takes the entries of a log one by one and keeps only what still matters, so that a long log needs little memory. */
export class LiveHistoryCollector {
  #header: SessionHeader | null = null;
  #context: Numbered<ContextRecord> | null = null;
  #compaction: Numbered<CompactionRecord> | null = null;
  #entries: LiveEntry[] = [];
  readonly #elided = new Map<string, number>();
  #last = -1;
  /** Of what is no longer kept: the times of all others are looked at only when they are asked for. */
  #lastMessageAt: string | null = null;
  #lastUsage: LiveHistory["lastUsage"] = null;

  add(entry: LogEntry): void {
    if (entry.kind === "damage") this.#entries.push(entry);
    if (entry.kind === "unknown") this.#last = Math.max(this.#last, entry.n);
    if (entry.kind !== "record") return;
    const { record } = entry;
    this.#last = Math.max(this.#last, record.n);
    switch (record.type) {
      case "session":
        this.#header ??= record;
        return;
      case "context":
        this.#context = record;
        return;
      case "user":
      case "assistant":
      case "tool_result":
        return this.#addMessage(record);
      case "compaction":
        return this.#compact(record);
      case "withdrawn":
        return this.#withdraw(record.since);
      case "repair":
        this.#entries.push(record);
        return;
      default:
        return;
    }
  }

  /** The header of a log that was read from its middle. */
  setHeader(header: SessionHeader): void {
    this.#header = header;
  }

  /** The context of a log that was read from its middle, where none stands behind that. */
  setContext(context: Numbered<ContextRecord>): void {
    this.#context = context;
  }

  get result(): LiveHistory {
    return {
      header: this.#header,
      context: this.#context,
      compaction: this.#compaction,
      entries: this.#entries,
      elided: this.#elided,
      last: this.#last,
      lastMessageAt: this.#lastTime() ?? this.#lastMessageAt,
      lastUsage: this.#lastUsage,
    };
  }

  #addMessage(record: MessageRecord): void {
    this.#entries.push(record);
    // What an answer that broke off took nobody counted.
    if (
      record.type === "assistant" &&
      record.usage.input + record.usage.cacheRead + record.usage.cacheWrite > 0
    ) {
      this.#lastUsage = { n: record.n, usage: record.usage };
    }
  }

  #compact(record: Numbered<CompactionRecord>): void {
    this.#compaction = withFrontOf(this.#compaction, record);
    this.#lastMessageAt = this.#lastTime() ?? this.#lastMessageAt;
    this.#keep((n) => n >= record.firstKept);
    for (const id of record.elided ?? []) this.#elided.set(id, record.n);
    this.#lastUsage = null;
  }

  #withdraw(since: number): void {
    this.#lastMessageAt = this.#lastTime() ?? this.#lastMessageAt;
    this.#keep((n) => n < since);
    // What a compaction stands for was said too, but when is known of the last message alone.
    if (this.#compaction === null || this.#entries.some(isMessage)) this.#lastMessageAt = this.#lastTime();
    if (this.#lastUsage !== null && this.#lastUsage.n >= since) this.#lastUsage = null;
  }

  #lastTime(): string | null {
    const last = this.#entries.findLast((entry) => isMessage(entry) && timeOf(entry) !== undefined);
    return last !== undefined && isMessage(last) ? (timeOf(last) ?? null) : null;
  }

  #keep(isKept: (n: number) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !isMessage(entry) || isKept(entry.n));
  }
}

/** Whether an entry is part of the conversation. */
export function isMessage(entry: LiveEntry): entry is MessageRecord {
  return "type" in entry && entry.type !== "repair";
}

/** When somebody made it; undefined for what the program made up. */
function timeOf(record: MessageRecord): string | undefined {
  const isMadeUp = record.type === "tool_result" && record.synthetic === true;
  return isMadeUp || record.ts === undefined || Number.isNaN(Date.parse(record.ts)) ? undefined : record.ts;
}

/** A compaction that summarised nothing leaves in front what an earlier one put there. */
function withFrontOf(
  before: Numbered<CompactionRecord> | null,
  record: Numbered<CompactionRecord>,
): Numbered<CompactionRecord> {
  const isSame =
    before?.firstKept === record.firstKept && record.content === undefined && record.summary === "";
  if (!isSame) return record;
  const { summary, content, from } = before;
  return {
    ...record,
    summary,
    ...(content === undefined ? {} : { content }),
    ...(from === undefined ? {} : { from }),
  };
}

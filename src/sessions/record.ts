import type { AssistantMessage, Block, Usage } from "../models/index.ts";

/**
 * The records of a session log, one JSON object a line. `n` rises by one from 0; a record of a type that is
 * not named here is kept in the file and passed over by readers.
 */

/** Where each block of a message is from; extraction, titles, first prompts and budgets are computed from it. */
export type From =
  | "person"
  | "attachment"
  | "tool"
  | "model"
  | "instructions"
  | "note"
  | "summary"
  /** `recall:scope/slug@version` of the memory that was shown. */
  | `recall:${string}`
  | (string & {});

/** The first record of a log. */
export interface SessionHeader {
  type: "session";
  /** Version of the format. */
  v: 1;
  id: string;
  /** Id of the project. */
  project: string;
  cwd: string;
  /** ISO time. */
  created: string;
  /** Where the records before the fork come from. */
  forkedFrom?: { id: string; n: number };
}

/** What every request carries before its messages; again after a compaction or with another model. */
export interface ContextRecord {
  type: "context";
  system: readonly string[];
  /** Tool specifications as they are sent. */
  tools: readonly unknown[];
  model: string;
  provider: string;
  /** Name of the source of each entry of `system`, so that a resume can tell what has changed since. */
  sources?: readonly string[];
}

/** What a note tells of sources that changed since the context was recorded: their whole new text, null for one that is gone. */
export type Told = Readonly<Record<string, string | null>>;

export interface UserRecord {
  type: "user";
  content: Block[];
  /** One entry a block. */
  from: From[];
  /** Later prompts tell only what is newer. It goes with its message where that is withdrawn. */
  told?: Told;
}

export type AssistantRecord = {
  type: "assistant";
  provider: string;
  /** The provider's own form of the answer, for its adapter alone. */
  raw?: unknown;
} & Pick<AssistantMessage, "content" | "usage" | "stop" | "model">;

/** One result a record. Behind `tool`, `from` names each note that was added at the end of its content. */
export interface ToolResultRecord {
  type: "tool_result";
  content: Block[];
  from: From[];
  /** The program made it up because the tool did not finish. */
  synthetic?: boolean;
  /** `scope/slug@version` of memories that the call saved or read: recall does not bring them again. */
  memories?: readonly string[];
}

/** The messages before record `firstKept` are no longer sent; `content` stands in their place. The log keeps them. */
export interface CompactionRecord {
  type: "compaction";
  /** What the older turns came to; empty when nothing was summarised. */
  summary: string;
  /** `n` of the record that begins the first kept turn. */
  firstKept: number;
  /** The user message that now begins the conversation, as it is sent: instruction files, summary, notes. */
  content?: Block[];
  /** One entry a block of `content`. */
  from?: From[];
  /** Calls whose results are sent as one line saying how long they were. */
  elided?: readonly string[];
  /** Of the call that wrote the summary. */
  usage?: Usage;
}

/** The messages from record `since` on are no longer sent: the provider refused them and would refuse them again. */
export interface WithdrawnRecord {
  type: "withdrawn";
  since: number;
}

/** What a resume had to mend. Thinking after a damaged place is left out up to this record. */
export interface RepairRecord {
  type: "repair";
  report: Readonly<Record<string, number>>;
}

export interface ExtractionRecord {
  type: "extraction";
  /** The last record that was read. */
  upto: number;
  items: readonly unknown[];
}

export interface MarkRecord {
  type: "mark";
  pinned: boolean;
}

export interface TitleRecord {
  type: "title";
  title: string;
}

/** What is appended; the log adds `n` and `ts` (ISO time). */
export type SessionRecord =
  | ContextRecord
  | UserRecord
  | AssistantRecord
  | ToolResultRecord
  | CompactionRecord
  | WithdrawnRecord
  | RepairRecord
  | ExtractionRecord
  | MarkRecord
  | TitleRecord;

/** A record as it stands in the log. */
export type LoggedRecord = (SessionRecord | SessionHeader) & { n: number; ts?: string };

/** Adds a record and gives its `n` when it is durable. The agent remembers only what has been appended. */
export type Append = (record: SessionRecord) => Promise<number>;

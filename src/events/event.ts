/**
 * What daybook writes down about itself: ids, closed words, counts and times. No event holds what a person
 * or a model wrote, so none can carry a secret; the names of memory files are the only words in them.
 */

/** How recall works: both stages as it thinks best, always with the side query, without it, or not at all. */
export const recallModes = ["auto", "model", "lexical", "off"] as const;
/** One of `recallModes`. */
export type RecallMode = (typeof recallModes)[number];

/** Why a memory that was considered did not reach the model. */
export type DropReason =
  /** It matches the prompt too weakly. */
  | "weak"
  /** Others matched better, and a prompt brings only so many. */
  | "over-limit"
  /** This session has it already, in this version. */
  | "shown"
  /** Its bytes, or what the model's window has for memories, are spent. */
  | "session-budget"
  /** A side query chose it, but the turn ended first. */
  | "late"
  /** It was removed meanwhile. */
  | "gone"
  /** It cannot be read, or nobody here has trusted it. */
  | "unreadable";

/** Why a stage was not asked at all. */
export type SkipReason =
  | "off"
  /** The prompt has no words to search for. */
  | "no-words"
  /** Less than two words: a side query needs more to understand. */
  | "too-short"
  | "no-memories"
  /** All that could be chosen is in the conversation already. */
  | "nothing-new"
  | "session-budget"
  /** `auto` does not ask a scripted model. */
  | "scripted"
  /** `auto` does not ask a model on this machine. */
  | "local"
  /** The person stopped the turn while memories were looked for. */
  | "stopped"
  /** The index could not be searched. */
  | "failed";

/** How a side query ended. */
export type SideOutcome =
  /** What it chose was delivered in this turn. */
  | "delivered"
  /** It chose nothing, or nothing that could be delivered. */
  | "empty"
  /** The turn ended before it could be delivered. */
  | "late"
  /** The answer held no list of memories. */
  | "unusable"
  | "timeout"
  /** The server refused or failed. */
  | "failed";

export interface ReceiptCandidate {
  /** `scope/slug`. */
  id: string;
  score: number;
  /** What each field of the memory gave to the score. */
  fields: Readonly<Record<string, number>>;
}

export interface ReceiptDelivery {
  /** `scope/slug`. */
  id: string;
  /** Opaque version of the memory as it was shown. */
  version: string;
  by: "lexical" | "side-query";
  /** Of the whole block, UTF-8. */
  bytes: number;
  /** The body was longer than a recall shows. */
  cut: boolean;
}

export interface SideReceipt {
  outcome: SideOutcome;
  /** Kind of the failure: `overloaded`, `unauthorized`, ... */
  failure?: string;
  /** Id of the model that was asked. */
  model: string;
  /** Memories in its list, and bytes of the list. */
  offered: number;
  manifestBytes: number;
  /** Ids that it chose. */
  selected: readonly string[];
  /** How many names in its answer were none of the list. */
  unknown: number;
  ms: number;
  /** As the provider counted, or an estimate of what was sent where it was cut; absent when it refused. */
  tokens?: { input: number; output: number; estimated?: true };
}

/** The record of one turn's recall: what was considered, chose, delivered and dropped, and why. */
export interface RecallReceipt {
  kind: "recall";
  /** Id of the session's log. */
  session?: string;
  mode: RecallMode;
  /** Memories there were. */
  memories: number;
  lexical: { skipped: SkipReason } | { candidates: readonly ReceiptCandidate[]; ms: number };
  side: { skipped: SkipReason } | SideReceipt;
  delivered: readonly ReceiptDelivery[];
  dropped: readonly { id: string; reason: DropReason }[];
  /** Delivered in this turn, and in the session so far. */
  bytes: number;
  sessionBytes: number;
  /** Until the prompt could be sent. */
  ms: number;
}

/** How notes are taken of finished turns: at once, only as proposals, by a reminder to the model, or not at all. */
export const extractModes = ["auto", "review", "nudge", "off"] as const;
/** One of `extractModes`. */
export type ExtractMode = (typeof extractModes)[number];

/** Why a finished turn was not read. */
export const extractionSkips = [
  /** The agent saved or deleted a memory in this turn itself. */
  "saved-in-turn",
  /** The turn has no words of the person. */
  "no-words",
  /** The day's tokens are spent. */
  "day-budget",
  /** The turn did not end with an answer. */
  "unfinished",
] as const;
/** One of `extractionSkips`. */
export type ExtractionSkip = (typeof extractionSkips)[number];

/** Why an item did not go the way it was proposed: into the inbox, or nowhere. */
export const extractionReasons = [
  /** The mode sends everything to the inbox. */
  "review",
  /** It holds a secret. */
  "secret",
  /** It says "tomorrow" or "last week" without a date. */
  "relative-date",
  /** It is a place in the code (`path:line`), which code itself tells. */
  "code-place",
  /** Memory says so already. */
  "duplicate",
  /** No words of the person in this turn are quoted, or not these. */
  "no-quote",
  /** What it would change was written by the person or the agent. */
  "not-extracted",
  /** What it would change does not exist, or has changed since. */
  "missing-target",
  "changed-target",
  /** It was rejected before. */
  "rejected",
  /** A type, operation or field that there is not. */
  "invalid",
  /** More items than one turn may bring. */
  "over-limit",
  /** As many proposals wait as the inbox holds. */
  "inbox-full",
  /** It only repeats what was injected. */
  "repeats-injected",
  /** It could not be written. */
  "failed",
] as const;
/** One of `extractionReasons`. */
export type ExtractionReason = (typeof extractionReasons)[number];

/** What became of one item of an extraction. */
export interface ExtractionOutcome {
  op: "create" | "update" | "forget" | "unknown";
  to: "memory" | "inbox" | "nowhere";
  /** `scope/slug` of the memory, or id of the proposal. */
  id?: string;
  reason?: ExtractionReason;
}

/** The record of one turn's extraction. It holds no words of anybody. */
export interface ExtractionReceipt {
  kind: "extraction";
  /** Id of the session's log, and the last record of the turn. */
  session: string;
  upto: number;
  mode: ExtractMode;
  skipped?: ExtractionSkip;
  /** How the call ended; absent when none was made. */
  answer?: "items" | "nothing" | "unusable" | "timeout" | "failed";
  /** Kind of the failure: `overloaded`, `unauthorized`, ... */
  failure?: string;
  /** Id of the model that was asked. */
  model?: string;
  items: readonly ExtractionOutcome[];
  /** Secrets that were left out of what the model was shown, or of its answer. */
  secrets: number;
  /** Calls that were made: 2 after a retry. */
  calls: number;
  ms: number;
  tokens?: TokenCount;
}

/** Tokens as the provider counted, or an estimate where it does not. */
export interface TokenCount {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  estimated?: true;
}

/**
 * What requests cost that no receipt tells of: those of one turn together, a compaction, a tidy.
 * Recall and extraction tell theirs in their receipts.
 */
export interface CostEvent {
  kind: "cost";
  purpose: "chat" | "compaction" | "tidy";
  session?: string;
  /** Id of the model. */
  model: string;
  /** It runs on this machine, where nobody is paid. */
  local?: true;
  tokens: TokenCount;
}

/** Everything that is recorded. The list grows; readers pass over kinds that they do not know. */
export type DaybookEvent = RecallReceipt | ExtractionReceipt | CostEvent;

/** An event as it stands in the file. */
export type LoggedEvent = DaybookEvent & {
  /** ISO time. */
  ts: string;
};

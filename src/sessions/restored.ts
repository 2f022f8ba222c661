import type { Message, Usage } from "../models/index.ts";
import type { DamageReport } from "./damage.ts";
import type { CompactionRecord, ContextRecord, From, SessionHeader, Told } from "./record.ts";

/** A message as a log gives it back. */
export interface LoggedMessage extends Message {
  /**
   * Number of the first record it was made of: what a compaction names as `firstKept`. Of the message that a
   * compaction put in front it is the number of that compaction.
   */
  n: number;
  /** One entry a block; behind the `tool` of a result, the notes in it. */
  from: From[];
  /** `scope/slug@version` of memories that its calls saved or read. */
  memories?: readonly string[];
  /** What a note in it tells of sources that have changed. */
  told?: Told;
}

/** A conversation, read from its log and mended. Nothing here was written. */
export interface RestoredSession {
  id: string;
  /** Null when it is lost. */
  header: SessionHeader | null;
  /**
   * What the next request begins with, in the form in which an agent keeps it: the results of an answer in one
   * message, the words of a person in one of their own, so that no text stands beside results. Providers take
   * neighbours of one role as one turn; `joinNeighbours` makes the form in which a conversation is shown.
   */
  messages: readonly LoggedMessage[];
  /** What every request carries before its messages: the last that was recorded. */
  context: (ContextRecord & { n: number }) | null;
  /** The last compaction. Its own message is the first of `messages`. */
  compaction: (CompactionRecord & { n: number }) | null;
  /** ISO time of the last message that somebody made; null when there is none. */
  lastMessageAt: string | null;
  /** Of the last answer since the last compaction, and its number; what follows it is not counted in. */
  lastUsage: { n: number; usage: Usage } | null;
  /** Everything that was found wrong, told before or not. */
  report: DamageReport;
  /** Numbers of the lines that hold damage, from 1, ascending. */
  damagedLines: readonly number[];
  /** Number of the last record; -1 when there is none. */
  last: number;
}

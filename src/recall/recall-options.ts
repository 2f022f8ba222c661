import type { EventLog, RecallMode, RecallReceipt } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import type { MemoryStore } from "../memory/index.ts";
import type { Model } from "../models/index.ts";
import type { Decide } from "./lexical-stage.ts";
import type { RecallIndex } from "./recall-index.ts";

/** What recall is made of. */
export interface RecallOptions {
  index: RecallIndex;
  store: Pick<MemoryStore, "read">;
  /** Which hits matter for the prompt; `relevantHits` when left out. */
  decide?: Decide;
  mode: RecallMode;
  /** Whom a side query asks; the model of the conversation when left out. */
  sideModel?: Model;
  limits: Limits;
  now: () => Date;
  /** Milliseconds that only go forward. */
  clock?: () => number;
  /** Where receipts go; they stay in memory when left out. */
  events?: EventLog;
  /** Id of the session's log, once it has one. */
  session?: () => string | undefined;
}

/** What one turn was brought: the receipt, and the names for the person. */
export interface TurnRecall {
  receipt: RecallReceipt;
  /** Names of the memories that were delivered, in order. */
  names: readonly string[];
  /** Names of every memory in the receipt that was opened, by id. */
  nameOf: ReadonlyMap<string, string>;
}

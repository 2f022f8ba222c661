import type { ExtractionReceipt, ExtractMode } from "../events/index.ts";
import type { MemoryType } from "../memory/index.ts";
import type { Model } from "../models/index.ts";
import type { Append } from "../sessions/index.ts";
import type { Operation } from "./operation.ts";

/** A memory that was written or removed by itself. */
export interface NotedMemory {
  op: Operation["op"];
  type: MemoryType;
  name: string;
  /** `scope/slug`. */
  id: string;
}

/** What the person is told of one turn that was read. */
export interface ExtractionNews {
  /** Id of the session's log. */
  session: string;
  noted: readonly NotedMemory[];
  /** Proposals that wait for their word since. */
  proposed: number;
  /** Kinds of what was left out. */
  secrets: readonly string[];
  /** Something was left out since the inbox holds no more. */
  isInboxFull?: true;
  /** The day's tokens are spent: told once a day. */
  budget?: number;
}

/** A session whose turns are read. */
export interface FollowedSession {
  /** Records go through here, so that a turn is known to wait before its answer is recorded. */
  append: Append;
  /** A turn is over and recorded; returns at once. */
  turnEnded(turn: { begin: number; model: Model }): void;
  /** In mode `nudge`: what the next prompt carries, once; null for nothing. */
  reminder(): Promise<string | null>;
  /** Its log is about to be closed: what is read of it from now on is added under a lease of its own. */
  close(): void;
}

/** What a session gives to be followed. */
export interface SessionToFollow {
  /** Of its log; final once there is a first record. */
  readonly id: string;
  append: Append;
  /** It goes on from earlier turns. */
  isResumed: boolean;
  /** Who answers in it now. */
  model?(): Pick<Model["info"], "provider" | "local">;
}

/**
 * Reads finished turns beside the conversations of one process, one after the other, and keeps what is worth
 * keeping. Nothing of it fails and nobody waits for it but who asks to.
 */
export interface Extraction {
  /** How turns that a model answers are read now. */
  mode(model: Pick<Model["info"], "provider">): ExtractMode;
  /** From now on, whatever was asked before. */
  setMode(mode: ExtractMode): void;
  follow(session: SessionToFollow): FollowedSession;
  /** Reads what earlier processes left, in the background. */
  recover(model: Model): void;
  /** A turn is being read or waits for it, or what earlier processes left is looked for: `finish` would not be over at once. */
  readonly isBusy: boolean;
  /** Resolves when everything that is known of has been read. */
  settle(): Promise<void>;
  /**
   * Resolves when every turn of this process has been read, and of those that earlier ones left the one that was
   * begun: where none was, one is begun now. Neither is so of one whose calls were cut off twice before.
   */
  finish(): Promise<void>;
  /** Gives up what has not come yet; resolves when nothing is being written any more. It is done at the next start. */
  stop(): Promise<void>;
  /** Called for each turn of which there is something to tell; what came before is told at once. */
  onNews(listener: (news: ExtractionNews) => void): () => void;
  /** Of the newest turn of a session that was read or passed over; null when none was. */
  last(session: string): Promise<ExtractionReceipt | null>;
}

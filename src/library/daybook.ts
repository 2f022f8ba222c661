import type { OpenedSession, SessionWish as FullSessionWish } from "../app/index.ts";
import type { ExtractMode, RecallMode } from "../events/index.ts";
import type { ExtractionNews, Inbox } from "../extraction/index.ts";
import type { MemoryStore, MemoryStoreOptions } from "../memory/index.ts";
import type { Model } from "../models/index.ts";
import type { MemorySearch } from "../search/index.ts";
import type { SessionKeeper } from "../sessions/index.ts";
import type { ConversationOptions, MemoryConversation, ResumedConversation } from "./conversation.ts";

/** Whose memory is opened, and who may be asked beside a conversation. */
export interface DaybookOptions {
  /** The folder whose project it is; the process's own when left out. */
  cwd?: string;
  /** Where everything is kept; found as the command line finds it when left out: `DAYBOOK_HOME`, else `~/.agent`. */
  home?: string;
  /**
   * Asked for notes of finished turns, also of those that an earlier process left unread, and for recall by meaning.
   * Without one there are no notes, and recall goes by words.
   */
  model?: Model;
  /** How notes of finished turns are taken; the settings' wish when left out, else `auto`, and `off` for a scripted model. */
  extract?: ExtractMode;
  /** How memories are chosen for a prompt; the settings' wish when left out, else `auto`. */
  recall?: RecallMode;
  /** The clock; the system's when left out. */
  now?: () => Date;
}

/** What a conversation of daybook's own agent is begun with: what is left out is as `openDaybook` was given it. */
export type SessionWish = Partial<Omit<FullSessionWish, "extraction">>;

/** One person's memory, opened for one project. It is the same that the command line and other agents use. */
export interface OpenDaybook {
  /** Absolute folder of daybook. */
  readonly home: string;
  /** Absolute folder of the project. */
  readonly projectRoot: string;
  /** What was noticed while it was opened: sentences for the person. */
  readonly notices: readonly string[];
  /** Save, read, list, remove, undo. */
  readonly store: MemoryStore;
  /** What `store` is made of, for other doors to the same memories. */
  readonly storeOptions: MemoryStoreOptions;
  /** Changes that wait for the person's word: list, accept, reject. */
  readonly inbox: Inbox;
  /** Finds memories by words. */
  readonly search: MemorySearch;
  /** The sessions of the project: list, find, name, keep, restore. */
  readonly sessions: SessionKeeper;
  /**
   * Calls `listener` for each turn whose notes there is something to tell of, to tell the person; what came before the
   * first one is told at once. Gives what ends it.
   */
  onNotes(listener: (news: ExtractionNews) => void): () => void;
  /**
   * Memory beside a conversation that an agent of yours holds. Nothing is read or written yet. Fails with `invalid` for
   * a mode of recall that there is not.
   */
  conversation(options?: ConversationOptions): MemoryConversation;
  /**
   * Memory beside a conversation that goes on from an earlier session of the project, as `daybook -r` does: by its whole
   * id, which `sessions.list()` and `sessions.find(beginning)` give, or `"latest"`. What it was brought then is not
   * brought again. One that is open elsewhere goes on as a copy, with an id of its own.
   * Fails with `not-found`, `invalid`, `no-space` or `io`.
   */
  resumeConversation(id: string, options?: ConversationOptions): Promise<ResumedConversation>;
  /**
   * A conversation that daybook's own agent holds, with its tools, log, recall and notes.
   * Fails with `no-model` when neither has one, with `invalid`, and as a resume does.
   */
  createSession(wish?: SessionWish): Promise<OpenedSession>;
  /** Ends all conversations and waits for notes on their way, 20 s at most; what is left is done at a later start. */
  close(): Promise<void>;
}

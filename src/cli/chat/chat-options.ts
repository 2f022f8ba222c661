import type { Agent } from "../../agent/index.ts";
import type { Host, SessionCosts } from "../../app/index.ts";
import type { Extraction, Inbox } from "../../extraction/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import type { Model } from "../../models/index.ts";
import type { Recall } from "../../recall/index.ts";
import type { Approve } from "../../tools/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OfferedSession } from "./offered-session.ts";
import type { PromptHistory } from "./prompt-history.ts";

/** What a conversation is begun with. */
export interface ConversationWish {
  /** Id of the session to go on with; a new one when left out. */
  resume?: string;
  /** Where a person can be asked. */
  approve?: Approve;
}

/** A conversation that is kept as a session. */
export interface Conversation {
  agent: Agent;
  /** Of its log. */
  id: string;
  /** What the person should know of how it was opened: sentences. */
  said: readonly string[];
  /** What memory brings to its prompts; null without memory. */
  recall?: Recall | null;
  /** What it costs. */
  costs?: Pick<SessionCosts, "spent">;
  /** Lets go of its log: other processes may go on with it. */
  close(): Promise<void>;
}

/** The sessions of the project, as a chat deals with them. */
export interface SessionBook {
  /** Newest activity first. */
  list(): Promise<readonly OfferedSession[]>;
  /** Id of the session with the newest activity; null when there is none. */
  latest(): Promise<string | null>;
  /** The id that a person means. Fails with `not-found`, `ambiguous`, `usage`. */
  find(given: string): Promise<string>;
  /** Gives the title as it is kept. Fails with `secret` and `invalid`. */
  setTitle(id: string, title: string): Promise<string>;
  /** Copies a session and gives the id of the copy. */
  fork(id: string): Promise<string>;
}

/** All that a chat is given; it reads nothing of the process itself. */
export interface ChatOptions {
  host: Host;
  terminal: Terminal;
  /** Begins a conversation or goes on with one. May fail with `no-model`. */
  converse(wish?: ConversationWish): Promise<Conversation>;
  /** Which model answers in what is begun from now on: `provider/name`. May fail with `no-model`. */
  chooseModel(id: string): Promise<Model>;
  sessions: SessionBook;
  /** Puts sessions that rested too long away, and says so: sentences. After the opening, so that none is taken from under it. */
  tidy(): Promise<readonly string[]>;
  /** Id of the session that the chat goes on with. */
  resume?: string;
  /** Bytes of recalled memories that a session holds at most. */
  recallBytes: number;
  /** Null with `--no-memory`. */
  store: MemoryStore | null;
  /** Changes of memory that wait for the person's word; null without memory. */
  inbox: Inbox | null;
  /** Reads what is said, beside the conversations; null without memory. */
  extraction: Extraction | null;
  /** How long the end of a chat waits for it, milliseconds. */
  exitWaitMs: number;
  /** Shows what is held and asks, as `daybook trust` does. */
  trust(): Promise<{ accepted: boolean }>;
  /** Real or real enough: files outside of it are not attached to prompts. Absolute. */
  projectRoot: string;
  /** What was typed here before; null keeps nothing. */
  history: PromptHistory | null;
  /** `-p`: one prompt, one answer, and the end. Piped input goes with it. */
  prompt?: string;
  /** With `-p`: the answer as JSON. */
  json?: boolean;
}

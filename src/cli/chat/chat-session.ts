import type { Agent } from "../../agent/index.ts";
import type { Block } from "../../models/index.ts";
import type { Recall } from "../../recall/index.ts";
import type { AnswerView } from "./answer-view.ts";
import type { ChatOptions, Conversation, ConversationWish } from "./chat-options.ts";
import type { ChatConsole } from "./console.ts";
import type { LineReader } from "./line-reader.ts";
import { createNotesTeller, type NotesTeller } from "./notes-teller.ts";
import { notesLines, wordsInChat } from "./notes-line.ts";
import { openConversation, openFirst } from "./open-conversation.ts";
import type { Spending } from "./status-line.ts";

/** What one line of the person may act on. */
export interface ChatSession {
  options: ChatOptions;
  lines: LineReader;
  /** Of the conversation that is open. */
  readonly agent: Agent;
  /** Of its log. */
  readonly id: string;
  /** What memory brings to its prompts; null without memory. */
  readonly recall: Recall | null;
  /** The same as it was opened. */
  readonly conversation: Conversation;
  /** The terminal a person sits at; null over a pipe. */
  console: ChatConsole | null;
  spending: Spending;
  /** Tells what is noted of its turns. */
  notes: NotesTeller;
  /** What `!command` left for the next prompt. */
  pending: Block[];
  /** Where the next answer is shown. */
  view(): AnswerView;
  /** Begins a new conversation, or goes on with another one, and lets go of the one before. */
  renew(wish?: ConversationWish): Promise<Conversation>;
  /** Lets go of the conversation. */
  close(): Promise<void>;
}

/** Whether the line did what it was to do, and whether it was the last. */
export interface LineOutcome {
  ok: boolean;
  leave?: boolean;
}

/** Opens the first conversation of a chat. Fails with `no-model` and as a resume does. */
export async function openChatSession(
  options: ChatOptions,
  doors: Pick<ChatSession, "lines" | "console" | "view">,
): Promise<ChatSession> {
  let current = await openFirst(options);
  const { terminal, extraction } = options;
  const notes = createNotesTeller(extraction, (news) => {
    for (const line of notesLines(news, wordsInChat)) terminal.aside(terminal.errorColors.dim(line));
  });
  return {
    ...doors,
    options,
    notes,
    spending: { dollars: 0 },
    pending: [],
    get agent() {
      return current.agent;
    },
    get id() {
      return current.id;
    },
    get recall() {
      return current.recall ?? null;
    },
    get conversation() {
      return current;
    },
    async renew(wish) {
      // What is open stays open until the other one is: it may not be to be had.
      const next = await openConversation(options, wish);
      await current.close();
      current = next;
      return next;
    },
    async close() {
      await current.close();
      notes.close();
    },
  };
}

import { showLine } from "../terminal/show.ts";
import type { ChatOptions, Conversation, ConversationWish } from "./chat-options.ts";
import { lastWords, showLastWords } from "./last-words.ts";

/**
 * Opens a conversation and says what the person should know: what was noticed, and of one that is gone on with
 * where it stopped and what was mended. Its context is read here, so that all that is said before the first words.
 */
export async function openConversation(
  { converse, terminal }: Pick<ChatOptions, "converse" | "terminal">,
  wish: ConversationWish = {},
): Promise<Conversation> {
  const conversation = await converse(wish);
  try {
    const { notices } = await conversation.agent.context();
    for (const notice of [...notices, ...conversation.said]) terminal.notice(showLine(notice));
    return conversation;
  } catch (error) {
    await conversation.close();
    throw error;
  }
}

/** Opens the conversation that a chat begins with, and looks after the others. Fails with `no-model` and as a resume does. */
export async function openFirst(options: ChatOptions): Promise<Conversation> {
  const { resume, terminal, tidy } = options;
  const conversation = await openConversation(options, resume === undefined ? {} : { resume });
  for (const sentence of await tidy()) terminal.notice(showLine(sentence));
  return conversation;
}

/** The last words of a conversation that is gone on with, where a person looks at the screen. */
export function showWhereItStopped(
  { agent }: Pick<Conversation, "agent">,
  { terminal }: Pick<ChatOptions, "terminal">,
): void {
  const lines = showLastWords(lastWords(agent.messages()), terminal.width, terminal.colors);
  if (lines.length > 0) terminal.print(`\n${lines.join("\n")}`);
}

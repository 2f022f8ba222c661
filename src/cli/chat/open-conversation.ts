import { showLine } from "../terminal/show.ts";
import type { ChatOptions, Conversation, ConversationWish } from "./chat-options.ts";
import { lastWords, showLastWords } from "./last-words.ts";

/** Opens a conversation and says what was noticed. Its context is read here, so that it is said before the first words. */
export async function openConversation(
  { converse, terminal }: Pick<ChatOptions, "converse" | "terminal">,
  wish: ConversationWish = {},
): Promise<Conversation> {
  const conversation = await converse(wish);
  try {
    const { notices } = await conversation.agent.context();
    for (const notice of notices) terminal.notice(showLine(notice));
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

/** Where a conversation that is gone on with stopped, for whoever looks at the screen, and what was mended in it. */
export function tellResumed(
  { agent, said }: Pick<Conversation, "agent" | "said">,
  { terminal, withWords }: Pick<ChatOptions, "terminal"> & { withWords: boolean },
): void {
  const words = lastWords(agent.messages());
  const lines = withWords ? showLastWords(words, { width: terminal.width, colors: terminal.colors }) : [];
  if (lines.length > 0) terminal.print(`\n${lines.join("\n")}${said.length > 0 ? "\n\n" : ""}`);
  for (const sentence of said) terminal.notice(showLine(sentence));
}

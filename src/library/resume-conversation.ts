import { openLog } from "../app/index.ts";
import { joinNeighbours } from "../sessions/index.ts";
import { beginConversation, type Beginning } from "./begin-conversation.ts";
import type { MemoryConversation, ResumedConversation } from "./conversation.ts";

/**
 * Memory beside a conversation of another agent that goes on, mended as the command line does it.
 * Fails with `not-found`, `invalid`, `no-space` or `io`; nothing is open then.
 */
export async function resumeConversation(
  id: string,
  beginning: Omit<Beginning, "opened">,
): Promise<ResumedConversation> {
  const { model } = beginning.options;
  const opened = await openLog(beginning.daybook, { model: model?.info, resume: id });
  const messages = joinNeighbours(opened.history?.messages ?? []);
  return withEarlier(beginConversation({ ...beginning, opened }), {
    // The bare form that every SDK takes; whatever else the log knows of a message is no field of theirs.
    messages: messages.map(({ role, content }) => ({ role, content })),
    said: opened.said,
  });
}

// Its id is a getter, which a copy of its fields would freeze.
function withEarlier(
  conversation: MemoryConversation,
  earlier: Pick<ResumedConversation, "messages" | "said">,
): ResumedConversation {
  return Object.assign(conversation, earlier);
}

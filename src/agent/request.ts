import type { Message, ModelRequest, ToolSpec } from "../models/index.ts";
import type { Tool } from "../tools/index.ts";
import type { Conversation } from "./conversation.ts";
import type { SentMessage } from "./sent-message.ts";
import type { SessionContext } from "./session-context.ts";

const sentForms = new WeakMap<SentMessage, Message>();

/** The request as it would be sent now. Records the context if that was not done yet. */
export async function requestOf({
  context,
  conversation,
}: {
  context: SessionContext;
  conversation: Conversation;
}): Promise<ModelRequest> {
  const fixed = await context.ready();
  return { ...fixed, messages: conversation.messages.map(sentForm) };
}

// Where a message stands in the log is no business of a provider's.
function sentForm(message: SentMessage): Message {
  const known = sentForms.get(message);
  if (known !== undefined) return known;
  const { n: _n, from: _from, memories: _memories, told: _told, ...sent } = message;
  sentForms.set(message, sent);
  return sent;
}

/** A tool as it is declared to a model and recorded. */
export function specOf({ name, description, inputSchema, anthropicType }: Tool): ToolSpec {
  return { name, description, inputSchema, ...(anthropicType !== undefined && { anthropicType }) };
}

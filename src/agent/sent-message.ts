import { isText, isToolResult, type Block, type Message, type ModelInfo } from "../models/index.ts";
import { elidedResult, isThinking, withoutThinking, type From, type Told } from "../sessions/index.ts";

/** A message of the conversation, and where it stands in the log. */
export interface SentMessage extends Message {
  /** Of its first record. */
  n: number;
  /** Of a user message: one entry a block; of results, `tool` and the notes in them. */
  from?: readonly From[];
  /** `scope/slug@version` of memories that its calls saved or read. */
  memories?: readonly string[];
  /** What a note in it tells of sources that have changed. */
  told?: Told;
}

/** The messages as this model may get them: thinking, and a provider's own form of an answer, go only to the model that made them. */
export function asSeenBy(messages: readonly SentMessage[], { id }: ModelInfo): SentMessage[] {
  return messages
    .map((message) => {
      if (message.role !== "assistant" || message.model === id) return message;
      const { raw: _raw, ...rest } = message;
      return { ...rest, content: message.content.filter((block) => !isThinking(block)) };
    })
    .filter(({ content }) => content.length > 0);
}

/** What is sent of messages behind a compaction: no thinking, and a line for each of these results. */
export function shortened(messages: readonly SentMessage[], elided: ReadonlySet<string>): SentMessage[] {
  return messages.flatMap((message) => {
    const spoken = withoutThinking(message);
    return spoken === null ? [] : [withElided(spoken, elided)];
  });
}

function withElided(message: SentMessage, ids: ReadonlySet<string>): SentMessage {
  const isMeant = (block: Block): boolean => isToolResult(block) && ids.has(block.tool_use_id);
  if (!message.content.some(isMeant)) return message;
  return {
    ...message,
    content: message.content.map((block) => (isMeant(block) ? elidedResult(block) : block)),
  };
}

/** Whether a block of an answer can be sent back. Providers may return what they refuse to take: empty texts, thinking whose signature never came. */
export function isSendable(block: Block, model: ModelInfo): boolean {
  if (isText(block)) return block.text.trim() !== "";
  if (block.type !== "thinking" || !model.signedThinking) return true;
  return typeof block["signature"] === "string" && block["signature"] !== "";
}

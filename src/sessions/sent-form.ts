/**
 * How messages are sent once a compaction stands behind them. The agent does this live and a resume does it
 * again from the log: one place, so that both send the same bytes.
 */
import { isText, isToolResult, type Block, type Message } from "../models/index.ts";
import { countBytes } from "../text/index.ts";

/** A result whose words are replaced by a line that says how long they were. Notes behind the first part stay. */
export function elidedResult(block: Block): Block {
  if (!isToolResult(block)) return block;
  const { content } = block;
  if (typeof content === "string") return { ...block, content: elidedLine(countBytes(content)) };
  if (!Array.isArray(content)) return block;
  const [first, ...notes] = content;
  if (first === undefined) return block;
  const bytes = isText(first) ? countBytes(first.text) : countBytes(JSON.stringify(first));
  return { ...block, content: [{ type: "text", text: elidedLine(bytes) }, ...notes] };
}

function elidedLine(bytes: number): string {
  return `[${bytes} bytes of output left out to save room; call again for the part that matters]`;
}

/** The message without what the model thought; null when nothing is left of it. */
export function withoutThinking<M extends Pick<Message, "content">>(message: M): M | null {
  const content = message.content.filter((block) => !isThinking(block));
  if (content.length === message.content.length) return message;
  return content.length === 0 ? null : { ...message, content };
}

/** Thinking goes back only to the model that made it, and not at all behind a change of what stands before it. */
export function isThinking(block: Block): boolean {
  return block.type === "thinking" || block.type === "redacted_thinking";
}

import { type Block, isText, type Message } from "./model.ts";

/** A block of the request: message and block number, from 0. */
export interface BlockPlace {
  message: number;
  block: number;
}

/**
 * A mark finds a cached prefix at most 20 blocks before it, and a turn of parallel calls is longer
 * than that: so marks stand 15 blocks apart, counted back from the newest message.
 */
const BLOCKS_BETWEEN_MARKS = 15;
const MESSAGE_MARKS = 3;

/** Kinds that may carry a mark: thinking may not, and what is unknown stays untouched. */
const MARKABLE = new Set(["text", "tool_use", "tool_result", "image", "document"]);

/** Where the cache marks of the messages go (the fourth is the end of the system), newest first. */
export function cacheMarks(messages: readonly Pick<Message, "content">[]): BlockPlace[] {
  const places = messages.flatMap(({ content }, message) =>
    content.map((value, block) => ({ message, block, canMark: isMarkable(value) })),
  );
  const marks: BlockPlace[] = [];
  let at = places.length - 1;
  while (at >= 0 && marks.length < MESSAGE_MARKS) {
    const place = places[at];
    if (place?.canMark === true) {
      marks.push({ message: place.message, block: place.block });
      at -= BLOCKS_BETWEEN_MARKS;
    } else at -= 1;
  }
  return marks;
}

function isMarkable(block: Block): boolean {
  return MARKABLE.has(block.type) && (!isText(block) || block.text.trim() !== "");
}

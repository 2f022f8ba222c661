import { type Block, isText } from "./model.ts";
import { recordOf } from "./openai-raw.ts";

/** A part of a user's chat message. */
export type ChatPart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };

/** Blocks as parts. Blank texts go; what a chat message cannot hold is named, so that nobody guesses. */
export function partsOfBlocks(blocks: readonly Block[], sendsImages: boolean): ChatPart[] {
  return blocks.flatMap((block) => partOf(block, sendsImages));
}

/** The parts as one text, which every server takes; undefined when there is more than text. */
export function textOfParts(parts: readonly ChatPart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.length === parts.length ? texts.join("\n\n") : undefined;
}

function partOf(block: Block, sendsImages: boolean): ChatPart[] {
  if (isText(block)) return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
  if (block.type === "thinking" || block.type === "redacted_thinking") return [];
  const source = recordOf(block["source"]) ?? {};
  const url = block.type === "image" ? imageUrl(source) : undefined;
  if (url !== undefined && sendsImages) return [{ type: "image_url", image_url: { url } }];
  const text = block.type === "document" && source["type"] === "text" ? source["data"] : undefined;
  if (typeof text === "string") return [{ type: "text", text }];
  return [{ type: "text", text: `[${block.type} left out: this model cannot be given it]` }];
}

function imageUrl(source: Record<string, unknown>): string | undefined {
  if (source["type"] === "url" && typeof source["url"] === "string") return source["url"];
  if (source["type"] !== "base64") return undefined;
  return `data:${String(source["media_type"])};base64,${String(source["data"])}`;
}

import type { Block, ModelRequest } from "../models/index.ts";
import { estimateTokens } from "../text/index.ts";

/** What providers count for a picture of the size they scale to. */
const IMAGE_TOKENS = 1_600;
/** Base64 characters of a document for one token: most of it is layout and fonts. */
const DOCUMENT_CHARACTERS = 24;
/** Role and fences of a block. */
const BLOCK_TOKENS = 4;

const known = new WeakMap<Block, number>();

/** Estimated tokens of a block. Blocks are never changed once they are sent, so each is measured once. */
export function blockTokens(block: Block): number {
  const before = known.get(block);
  if (before !== undefined) return before;
  const tokens = BLOCK_TOKENS + measure(block);
  known.set(block, tokens);
  return tokens;
}

/** Estimated tokens of messages. */
export function messageTokens(messages: readonly { content: readonly Block[] }[]): number {
  return messages.reduce((sum, { content }) => sum + contentTokens(content), 0);
}

/** Estimated tokens of what every request carries before its messages. */
export function fixedTokens({ system, tools }: Pick<ModelRequest, "system" | "tools">): number {
  return (
    estimateTokens(system.join("\n\n")) + (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)))
  );
}

function contentTokens(content: readonly Block[]): number {
  return content.reduce((sum, block) => sum + blockTokens(block), 0);
}

function measure(block: Block): number {
  switch (block.type) {
    case "text":
      return textTokens(block["text"]);
    case "thinking":
      return textTokens(block["thinking"]);
    case "redacted_thinking":
      return 0;
    case "image":
      return IMAGE_TOKENS;
    case "document":
      return documentTokens(block);
    case "tool_result": {
      const { content } = block as { content?: unknown };
      return Array.isArray(content) ? contentTokens(content as Block[]) : textTokens(content);
    }
    default:
      return estimateTokens(JSON.stringify(block));
  }
}

function textTokens(text: unknown): number {
  return typeof text === "string" ? estimateTokens(text) : 0;
}

function documentTokens(block: Block): number {
  const source = block["source"] as { type?: unknown; data?: unknown } | undefined;
  if (source?.type !== "base64" || typeof source.data !== "string")
    return estimateTokens(JSON.stringify(block));
  return Math.ceil(source.data.length / DOCUMENT_CHARACTERS);
}

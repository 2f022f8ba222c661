import { isToolUse, type Block } from "../models/index.ts";
import { isThinking } from "./sent-form.ts";

/** Blocks by which a provider's own tool is called within the answer. Its result follows in the same answer. */
const serverCalls: ReadonlySet<string> = new Set(["server_tool_use", "mcp_tool_use"]);

/**
 * The content without what a cut answer left unpaired: calls of the provider's own tools that got no result, and such
 * results without their call.
 */
export function withPairedServerCalls(content: Block[]): Block[] {
  if (!content.some((block) => isServerCall(block) || isServerResult(block))) return content;
  const called = new Set(content.filter(isServerCall).map((block) => block["id"]));
  const answered = new Set(content.filter(isServerResult).map((block) => block["tool_use_id"]));
  return content.filter(
    (block) =>
      (!isServerCall(block) || answered.has(block["id"])) &&
      (!isServerResult(block) || called.has(block["tool_use_id"])),
  );
}

/** The content up to its last block that is no thinking: an answer that ends in thinking was cut, and is refused. */
export function withoutLastThinking(content: Block[]): Block[] {
  const last = content.findLastIndex((block) => !isThinking(block));
  return last === content.length - 1 ? content : content.slice(0, last + 1);
}

function isServerCall(block: Block): boolean {
  return serverCalls.has(block.type);
}

function isServerResult(block: Block): boolean {
  return !isToolUse(block) && typeof block["tool_use_id"] === "string" && block.type !== "tool_result";
}

import { isToolResult, isToolUse, type Block, type ToolUseBlock } from "../models/index.ts";
import type { LoggedRecord } from "../sessions/index.ts";

const writingCommands = new Set(["create", "str_replace", "insert", "delete", "rename"]);

/** Whether a memory was saved or deleted by a call in these records: one whose result is there and is no error. */
export function savesMemory(records: readonly LoggedRecord[]): boolean {
  const calls = new Set<string>();
  for (const record of records) {
    if (record.type === "assistant") {
      for (const block of record.content.filter(isToolUse)) if (isSave(block)) calls.add(block.id);
    }
    if (record.type !== "tool_result" || record.synthetic === true) continue;
    if (record.content.some((block) => isDone(block, calls))) return true;
  }
  return false;
}

function isDone(block: Block, calls: ReadonlySet<string>): boolean {
  return isToolResult(block) && block.is_error !== true && calls.has(block.tool_use_id);
}

/** The agent's own Memory tool, the memory tool of Anthropic's form, and the tools of the MCP server. */
function isSave({ name, input }: ToolUseBlock): boolean {
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  if (name === "Memory") return fields["action"] === "save" || fields["action"] === "delete";
  if (name === "memory") return writingCommands.has(String(fields["command"]));
  return /(?:^|_)memory_(?:save|delete)$/.test(name);
}

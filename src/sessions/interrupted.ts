import type { ToolResultBlock } from "../models/index.ts";

const INTERRUPTED = "Interrupted before it finished; the result is unknown.";

/** The result of a call whose own result never came. */
export function interruptedResult(id: string): ToolResultBlock {
  return { type: "tool_result", tool_use_id: id, content: INTERRUPTED, is_error: true };
}

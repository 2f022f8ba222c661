export { isText, isToolResult, isToolUse, textOf } from "./model.ts";
export type {
  AssistantMessage,
  Block,
  Message,
  Model,
  ModelEvent,
  ModelFailure,
  ModelInfo,
  ModelRequest,
  StopReason,
  TextBlock,
  ToolResultBlock,
  ToolSpec,
  ToolUseBlock,
  Usage,
} from "./model.ts";

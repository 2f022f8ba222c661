export { createAnthropicModel } from "./anthropic.ts";
export type { AnthropicOptions } from "./anthropic.ts";
export { modelContract } from "./contract.ts";
export type { ModelContractOptions, ModelSituation, PreparedModel, SkippableCase } from "./contract.ts";
export { isText, isToolResult, isToolUse, problemOfCall, textOf } from "./model.ts";
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
  UnusableCall,
  Usage,
} from "./model.ts";
export { createOpenaiModel } from "./openai.ts";
export type { OpenaiOptions } from "./openai.ts";
export { resolveModel } from "./resolve-model.ts";
export type { ModelEnvironment, ModelWish } from "./resolve-model.ts";
export { parseScript } from "./script.ts";
export type { Script, ScriptSideAnswer, ScriptToolCall, ScriptTurn } from "./script.ts";
export { createScriptedModel } from "./scripted.ts";
export type { ScriptedOptions } from "./scripted.ts";
export { sentUsage, sideQuery } from "./side-query.ts";
export type { SideAnswer, SideLimits, SideRequest } from "./side-query.ts";
export { refusesThinking } from "./thinking-refusal.ts";

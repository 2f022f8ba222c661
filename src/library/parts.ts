/**
 * `daybook/parts`: what `openDaybook` is put together from, for those who put it together otherwise. Nothing here
 * reads the environment.
 */
export { createAgent } from "../agent/index.ts";
export type {
  Agent,
  AgentEvent,
  AgentHistory,
  AgentOptions,
  CompactOptions,
  RunOptions,
} from "../agent/index.ts";
export { assembleContext, createStandardSources } from "../context/index.ts";
export type {
  AssembledContext,
  ContextBlock,
  ContextSource,
  Placement,
  StandardSourceOptions,
} from "../context/index.ts";
export { createAnthropicModel, createOpenaiModel } from "../models/index.ts";
export type { AnthropicOptions, OpenaiOptions } from "../models/index.ts";
export { createGit, identifyProject, openProject } from "../project/index.ts";
export type { OpenedProject, ProjectHome, ProjectIdentity } from "../project/index.ts";
export { createRecall } from "../recall/index.ts";
export type { Recall, RecallConversation, RecallOptions, TurnRecall } from "../recall/index.ts";
export { createMemorySearch } from "../search/index.ts";
export type { MemorySearch, MemorySearchOptions } from "../search/index.ts";
export { createSessionStore } from "../sessions/index.ts";
export type {
  Append,
  From,
  RestoredSession,
  ResumedSession,
  SessionLog,
  SessionRecord,
  SessionStore,
  SessionStoreOptions,
} from "../sessions/index.ts";
export {
  createBashTool,
  createEditTool,
  createGlobTool,
  createGrepTool,
  createMemoryTool,
  createPermissions,
  createReadTool,
  createWriteTool,
  recallMemories,
} from "../tools/index.ts";
export type {
  AllowedCommands,
  ApprovalAnswer,
  ApprovalDetail,
  ApprovalRequest,
  Approve,
  MemoryToolOptions,
  PermissionMode,
  Permissions,
  RecallDoors,
  Tool,
  ToolContext,
  ToolEffect,
  ToolOutcome,
} from "../tools/index.ts";
export type { DiffLine } from "../text/index.ts";

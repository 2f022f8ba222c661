/** The library: memories over a storage, and an agent that uses them. Nothing here reads the environment. */
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
export { DaybookError } from "../errors/index.ts";
export type { ErrorCode, ErrorDetails } from "../errors/index.ts";
export { createSecretGate } from "../guard/index.ts";
export type { SecretFinding, SecretGate } from "../guard/index.ts";
export { defaultLimits } from "../limits/index.ts";
export type { Limits } from "../limits/index.ts";
export { createMemoryStore, memoryTypes, slugify } from "../memory/index.ts";
export type {
  DeleteResult,
  Drift,
  IndexView,
  ListedMemory,
  LoadedIndexes,
  LogLine,
  Memory,
  MemoryList,
  MemoryStore,
  MemoryStoreOptions,
  MemoryType,
  SaveInput,
  SaveResult,
  Scope,
  Source,
  UndoResult,
} from "../memory/index.ts";
export { createAnthropicModel, createOpenaiModel } from "../models/index.ts";
export type {
  AnthropicOptions,
  AssistantMessage,
  Block,
  Message,
  Model,
  ModelEvent,
  ModelFailure,
  ModelInfo,
  ModelRequest,
  OpenaiOptions,
  StopReason,
  ToolSpec,
  Usage,
} from "../models/index.ts";
export { createGit, openProject } from "../project/index.ts";
export type { OpenedProject, ProjectIdentity } from "../project/index.ts";
export { createRecall } from "../recall/index.ts";
export type { Recall, RecallOptions } from "../recall/index.ts";
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
export { createFileStorage } from "../storage/index.ts";
export type { FileStorageOptions, Storage, StoragePath, Transaction } from "../storage/index.ts";
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
  DiffLine,
  MemoryToolOptions,
  PermissionMode,
  Permissions,
  RecallDoors,
  Tool,
  ToolContext,
  ToolEffect,
  ToolOutcome,
} from "../tools/index.ts";

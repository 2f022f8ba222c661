/** The library: a person's long-term memory, opened for one project, in the hands of any agent. */
export type {
  Agent,
  AgentCost,
  AgentEvent,
  CompactOptions,
  RunOptions,
  TurnEnd,
  TurnFailure,
} from "../agent/index.ts";
export type { OpenedSession, SessionCosts } from "../app/index.ts";
export { DaybookError } from "../errors/index.ts";
export type { ErrorCode, ErrorDetails } from "../errors/index.ts";
export type { ExtractMode, RecallMode, RecallReceipt } from "../events/index.ts";
export type {
  Accepted,
  Difference,
  ExtractionNews,
  Inbox,
  Proposal,
  ProposedMemory,
} from "../extraction/index.ts";
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
  ToolSpec,
  Usage,
} from "../models/index.ts";
export type { Recall } from "../recall/index.ts";
export type { MemorySearch } from "../search/index.ts";
export type { ListedSession, SessionKeeper } from "../sessions/index.ts";
export { createFileStorage } from "../storage/index.ts";
export type {
  Entry,
  FileStorageOptions,
  HistoryEntry,
  ReadResult,
  RootName,
  ScopeName,
  Storage,
  StoragePath,
  Transaction,
} from "../storage/index.ts";
export type { ApprovalAnswer, ApprovalRequest, Approve, PermissionMode } from "../tools/index.ts";
export type {
  ConversationOptions,
  FinishedTurn,
  MemoryCall,
  MemoryConversation,
  MemoryTool,
  MemoryToolResult,
  RecalledMemory,
  ResumedConversation,
} from "./conversation.ts";
export { openDaybook } from "./open-daybook.ts";
export type { DaybookOptions, OpenDaybook, SessionWish } from "./daybook.ts";
export { openModel } from "./open-model.ts";
export type { OpenModelOptions } from "./open-model.ts";

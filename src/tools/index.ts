export { answerLines } from "./anthropic-memory/answer-lines.ts";
export { createAnthropicMemoryTool } from "./anthropic-memory/anthropic-memory-tool.ts";
export type { AnthropicMemoryToolOptions } from "./anthropic-memory/anthropic-memory-tool.ts";
export type {
  CreateCommand,
  DeleteCommand,
  InsertCommand,
  MemoryCommands,
  RenameCommand,
  StrReplaceCommand,
  ViewCommand,
} from "./anthropic-memory/commands.ts";
export { createFolderRoot } from "./anthropic-memory/folder-root.ts";
export type { FolderRootOptions } from "./anthropic-memory/folder-root.ts";
export { createMemoryHandlers } from "./anthropic-memory/memory-handlers.ts";
export type { MemoryHandlers } from "./anthropic-memory/memory-handlers.ts";
export type { MemoryRoot } from "./anthropic-memory/memory-root.ts";
export { createStoreRoot } from "./anthropic-memory/store-root.ts";
export type { MemoryTouch, StoreRootOptions } from "./anthropic-memory/store-root.ts";
export type { ApprovalAnswer, ApprovalDetail, ApprovalRequest, Approve } from "./approval.ts";
export { createBashTool } from "./bash-tool.ts";
export type { BashInput, BashToolOptions } from "./bash-tool.ts";
export { createEditTool } from "./edit-tool.ts";
export type { EditInput } from "./edit-tool.ts";
export { createGlobTool } from "./glob-tool.ts";
export type { GlobInput, SearchToolOptions } from "./glob-tool.ts";
export { harmless, harmlessLine } from "./harmless.ts";
export { createGrepTool } from "./grep-tool.ts";
export type { GrepInput } from "./grep-tool.ts";
export { createKeptOutput } from "./kept-output.ts";
export type { KeptOutput } from "./kept-output.ts";
export { memoryOperations } from "./memory-operations.ts";
export type { MemoryOperation, OperationDoors } from "./memory-operations.ts";
export { readMemory } from "./memory-work.ts";
export type { LinkedMemory, OperationOutcome } from "./memory-work.ts";
export { createMemoryTool } from "./memory-tool.ts";
export type { MemoryToolOptions } from "./memory-tool.ts";
export type { MemoryToolInput } from "./memory-input.ts";
export { createPermissions, permissionModes } from "./permissions.ts";
export type { AllowedCommands, PermissionMode, Permissions } from "./permissions.ts";
export { recallMemories } from "./recall-memories.ts";
export type { RecallDoors } from "./recall-memories.ts";
export { createReadTool } from "./read-tool.ts";
export type { ReadInput } from "./read-tool.ts";
export { runCommand } from "./run-command.ts";
export type { CommandEnd, CommandRun } from "./run-command.ts";
export type { PermissionVerdict, Tool, ToolContext, ToolEffect, ToolOutcome } from "./tool.ts";
export type { WorkArea } from "./work-area.ts";
export { createWriteTool } from "./write-tool.ts";
export type { FileToolOptions, WriteInput } from "./write-tool.ts";

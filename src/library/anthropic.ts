/**
 * `daybook/anthropic`: the backend of Anthropic's memory tool (`memory_20250818`), over daybook's memories or a plain
 * folder. Anthropic's SDK is loaded by your agent, never by this.
 */
export { createAnthropicMemory } from "./anthropic-memory.ts";
export type { AnthropicMemory, AnthropicMemoryOptions, AnthropicSystemBlock } from "./anthropic-types.ts";
export type {
  CreateCommand,
  DeleteCommand,
  InsertCommand,
  MemoryCommands,
  MemoryHandlers,
  RenameCommand,
  StrReplaceCommand,
  ViewCommand,
} from "../tools/index.ts";

export { parseMemory, renderMemory } from "./format.ts";
export type { ParsedMemory, WrittenHeader } from "./format.ts";
export { shareMemories } from "./share.ts";
export type { SharedMemories } from "./share.ts";
export { isPossibleSlug, slugify } from "./slug.ts";
export { createMemoryStore } from "./store.ts";
export type { MemoryStoreOptions } from "./store.ts";
export { memoryTypes, sources } from "./types.ts";
export type {
  DeleteResult,
  Drift,
  IndexView,
  ListedMemory,
  LoadedIndexes,
  LogLine,
  Memory,
  MemoryHeader,
  MemoryList,
  MemoryStore,
  MemoryType,
  SaveInput,
  SaveResult,
  Scope,
  Source,
  UndoResult,
} from "./types.ts";

export { lookAtCorpus } from "./corpus.ts";
export type { CorpusFolder, CorpusLook, CorpusMemory } from "./corpus.ts";
export { heldNotice } from "./held-notice.ts";
export { hiddenNotice } from "./list.ts";
export { shareMemories } from "./share.ts";
export type { SharedMemories } from "./share.ts";
export { scopeOfType } from "./save-input.ts";
export { slugify } from "./slug.ts";
export { createMemoryStore } from "./store.ts";
export type { MemoryStoreOptions } from "./store.ts";
export { memoryTypes } from "./types.ts";
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
  Once,
  SaveInput,
  SaveResult,
  Scope,
  Source,
  UndoResult,
} from "./types.ts";

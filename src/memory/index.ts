export { isAsWritten } from "./as-written.ts";
export { lookAtCorpus } from "./corpus.ts";
export type { CorpusFolder, CorpusLook, CorpusMemory } from "./corpus.ts";
export { examine } from "./doctor/examine.ts";
export type { DoctorOptions } from "./doctor/context.ts";
export type { Examination } from "./doctor/examine.ts";
export { indexLineCodes } from "./doctor/finding.ts";
export type { Finding, Severity } from "./doctor/finding.ts";
export { mend } from "./doctor/mend.ts";
export type { Mended } from "./doctor/mend.ts";
export { forgetMemories } from "./forgetting/forget-memories.ts";
export type { ForgottenMemories } from "./forgetting/forget-memories.ts";
export { planForgetting, sessionsNamed } from "./forgetting/plan-forgetting.ts";
export type { ForgettingPlan, SessionMemory } from "./forgetting/plan-forgetting.ts";
export { bodiesKeptIn } from "./forgetting/kept-bodies.ts";
export { isPurgeFile, parsePurgePlan, purgeFileOf } from "./forgetting/purge-file.ts";
export { historyPurge, joinPlans, memoriesLosingUndo, planPurge } from "./forgetting/purge-plan.ts";
export { memoriesNaming, unnameSession } from "./forgetting/unname-session.ts";
export type { PurgePlan } from "./forgetting/purge-plan.ts";
export { heldNotice } from "./held-notice.ts";
export { claudeFolderName, isClaudeFolderOf } from "./import/claude-folder.ts";
export { notesTitle, readForeignIndex } from "./import/foreign-index.ts";
export { readForeign } from "./import/foreign-memory.ts";
export type { ForeignFile, ForeignMemory } from "./import/foreign-memory.ts";
export { takeForeign } from "./import/take-foreign.ts";
export type { Taken } from "./import/take-foreign.ts";
export { hiddenNotice } from "./list.ts";
export { createMemoryTexts } from "./memory-texts.ts";
export type { MemoryText, TextAuthor, TextPlace } from "./memory-text.ts";
export type { MemoryTexts } from "./memory-texts.ts";
export { parseReference } from "./locate.ts";
export { mergeMemories } from "./merge.ts";
export type { MergeInput, VersionedMemory } from "./merge.ts";
export { madeBefore } from "./once.ts";
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

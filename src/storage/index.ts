export { storageContract } from "./contract.ts";
export type { TestApi } from "./test-api.ts";
export { createFaultyFiles } from "./faulty-files.ts";
export type { Fault, FaultPlan } from "./faulty-files.ts";
export { completeInterrupted, createFileStorage } from "./file-storage.ts";
export type { FileStorageOptions } from "./file-storage.ts";
export { nodeFiles } from "./files.ts";
export type { FileOperations, FileStat, OpenFile } from "./files.ts";
export {
  folderOfLocks,
  foldersOfWriters,
  freeDeadLock,
  journalOfScope,
  leftoversIn,
  lockOfScope,
  lookAtJournal,
  lookAtLocks,
  sweepScope,
} from "./inspect.ts";
export type { InspectOptions, JournalLook, LockLook } from "./inspect.ts";
export { isAt, revertChange } from "./journal.ts";
export { withLocks } from "./lock.ts";
export type { LockOptions } from "./lock.ts";
export { createMemoryStorage } from "./memory-storage.ts";
export type { MemoryStorageOptions } from "./memory-storage.ts";
export type {
  Changed,
  Entry,
  FileChange,
  FolderReader,
  FolderStamps,
  HistoryEntry,
  HistoryPurge,
  HistoryRecord,
  JournalChange,
  Log,
  LogOutcome,
  OpenedLog,
  PurgeVerdict,
  ReadResult,
  RecoveryReport,
  RootName,
  ScopeName,
  Storage,
  StoragePath,
  Transaction,
} from "./storage.ts";
export { stampWidth } from "./storage.ts";
export { isTemporaryName, replaceWhole } from "./whole-file.ts";
export { toStorageError } from "./faults.ts";

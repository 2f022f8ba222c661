export { scopeOrder } from "./storage.ts";
export type {
  Changed,
  Entry,
  FileChange,
  HistoryEntry,
  HistoryRecord,
  JournalChange,
  Log,
  OpenedLog,
  ReadResult,
  RecoveryReport,
  RootName,
  ScopeName,
  Storage,
  StoragePath,
  Transaction,
} from "./storage.ts";

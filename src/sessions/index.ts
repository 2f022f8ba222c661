export type {
  Append,
  AssistantRecord,
  CompactionRecord,
  ContextRecord,
  ExtractionRecord,
  From,
  LoggedRecord,
  MarkRecord,
  RepairRecord,
  SessionHeader,
  SessionRecord,
  TitleRecord,
  Told,
  ToolResultRecord,
  UserRecord,
  WithdrawnRecord,
} from "./record.ts";
export { elidedResult, isThinking, withoutThinking } from "./sent-form.ts";
export { repairSentence } from "./damage.ts";
export type { DamageKind, DamageReport } from "./damage.ts";
export { timeAgo } from "./elapsed.ts";
export { interruptedResult } from "./interrupted.ts";
export { joinNeighbours } from "./join-neighbours.ts";
export type { LoggedMessage, RestoredSession } from "./restored.ts";
export type { ConversationGap, ResumedSession, ResumeWish } from "./resume.ts";
export type { SessionLog } from "./session-log.ts";
export { createSessionStore } from "./session-store.ts";
export type { SessionStore, SessionStoreOptions } from "./session-store.ts";
export type { ListedSession } from "./list.ts";
export type { DueSession, RetentionHold, RetentionPeriods, SpentSession } from "./retention-plan.ts";
export { heldSentence } from "./retention-text.ts";
export type { RetentionOutcome } from "./retention.ts";
export { createSessionKeeper } from "./session-keeper.ts";
export type { SessionKeeper, SessionKeeperOptions } from "./session-keeper.ts";
export { exportLog } from "./export-log.ts";
export type { ExportedLog } from "./export-log.ts";
export { markdownHead, markdownOf } from "./export-markdown.ts";
export { findSession } from "./find.ts";
export {
  forgetMarks,
  removeSession,
  sessionNotes,
  sessionsOfProject,
  sessionsOnDisk,
  wordsOfPerson,
  writerOf,
} from "./remove-session.ts";

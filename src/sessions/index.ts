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
  ToolResultRecord,
  UserRecord,
  WithdrawnRecord,
} from "./record.ts";
export { elidedResult, isThinking, withoutThinking } from "./sent-form.ts";

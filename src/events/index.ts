export { createEventLog } from "./event-log.ts";
export type { EventLog, EventLogOptions } from "./event-log.ts";
export { extractModes, recallModes } from "./event.ts";
export type {
  CostEvent,
  DaybookEvent,
  DropReason,
  ExtractionOutcome,
  ExtractionReason,
  ExtractionReceipt,
  ExtractionSkip,
  ExtractMode,
  LoggedEvent,
  RecallMode,
  RecallReceipt,
  ReceiptCandidate,
  ReceiptDelivery,
  SideOutcome,
  SideReceipt,
  SkipReason,
  TokenCount,
} from "./event.ts";

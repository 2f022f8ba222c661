export { createEventLog } from "./event-log.ts";
export type { EventLog, EventLogOptions } from "./event-log.ts";
export { recallModes } from "./event.ts";
export type {
  DaybookEvent,
  DropReason,
  LoggedEvent,
  RecallMode,
  RecallReceipt,
  ReceiptCandidate,
  ReceiptDelivery,
  SideOutcome,
  SideReceipt,
  SkipReason,
} from "./event.ts";

export { createEventLog } from "./event-log.ts";
export type { EventLog, EventLogOptions } from "./event-log.ts";
export { sumExtraction } from "./extraction-figures.ts";
export type { ExtractionFigures, WordCounts } from "./extraction-figures.ts";
export { sumRecall } from "./recall-figures.ts";
export type { RecallFigures } from "./recall-figures.ts";
export { extractModes, recallModes } from "./event.ts";
export { addTokens, expenseOf, localDay, noTokens, purposes, totalTokens } from "./expense.ts";
export type { Expense, Purpose } from "./expense.ts";
export { spentOnNotes, startOfDay, sumByPurpose, tokensByDay } from "./spending.ts";
export type { DaySpending, SpentByPurpose } from "./spending.ts";
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

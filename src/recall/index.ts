export { createRecall } from "./create-recall.ts";
export type { Recall, RecallConversation } from "./create-recall.ts";
export { ageInDays, ageText } from "./freshness.ts";
export { runLexicalStage } from "./lexical-stage.ts";
export type { Decide, LexicalDoors, LexicalOutcome } from "./lexical-stage.ts";
export { observedOf } from "./open-recalled.ts";
export type { RecalledPart } from "./open-recalled.ts";
export type { IndexedHit, IndexedMemory, RecallIndex } from "./recall-index.ts";
export type { RecallOptions, TurnRecall } from "./recall-options.ts";

import type { SkipReason } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import { gateOf } from "./gate.ts";
import { runLexicalStage, type Decide, type LexicalDoors, type LexicalOutcome } from "./lexical-stage.ts";
import { relevantHits } from "./relevant-hits.ts";
import { shownIn } from "./shown.ts";

/** What the first turn of a new session would be brought at once. */
export interface RecalledOnce extends LexicalOutcome {
  /** Why nothing was searched, or null. */
  skipped: SkipReason | null;
  /** Of all blocks, UTF-8. */
  bytes: number;
}

/** What it works with; `decide` is `relevantHits` when left out. */
export interface RecallOnceDoors extends Omit<LexicalDoors, "decide"> {
  decide?: Decide;
  limits: LexicalDoors["limits"] & Pick<Limits, "recallSessionBytes">;
}

/** What a conversation that is not daybook's own holds already, as far as its keeper knows. */
export interface EarlierRecall {
  memories?: readonly { id: string; version: string }[];
  /** Of all blocks it was given, UTF-8. */
  bytes?: number;
  /** Ends the search early; it then rejects. */
  signal?: AbortSignal;
}

/** Recall for one prompt of nobody's session: nothing is remembered and no model is asked. */
export async function recallOnce(
  { decide = relevantHits, ...doors }: RecallOnceDoors,
  prompt: string,
  { memories = [], bytes: spent = 0, signal }: EarlierRecall = {},
): Promise<RecalledOnce> {
  const shown = shownIn([], { bytes: doors.limits.recallSessionBytes - spent });
  for (const { id, version } of memories) shown.see(id, version);
  const { lexical: skipped } = gateOf({ mode: "lexical", prompt, hasRoom: true });
  const outcome = await runLexicalStage({ ...doors, decide }, { prompt, shown, signal });
  const bytes = outcome.delivered.reduce((sum, { block }) => sum + block.bytes, 0);
  return { ...outcome, skipped, bytes };
}

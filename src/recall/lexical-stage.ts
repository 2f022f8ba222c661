import type { DropReason, ReceiptCandidate } from "../events/index.ts";
import type { Limits } from "../limits/index.ts";
import {
  admit,
  openRecalled,
  type OpenedMemory,
  type OpeningDoors,
  type RecalledPart,
} from "./open-recalled.ts";
import type { IndexedHit, RecallIndex } from "./recall-index.ts";
import type { ShownMemories } from "./shown.ts";

/** Which of the hits matter for a prompt, best first; for which one, and among how many memories. */
export type Decide = (
  hits: readonly IndexedHit[],
  asked: { prompt: string; total: number },
) => readonly IndexedHit[];

/** What the lexical stage works with. */
export interface LexicalDoors extends OpeningDoors {
  index: RecallIndex;
  decide: Decide;
  limits: OpeningDoors["limits"] & Pick<Limits, "recallLexical">;
}

/** What the lexical stage came to. */
export interface LexicalOutcome {
  /** How many memories there are. */
  total: number;
  /** Memories that could not be looked at: sentences for the person. */
  notices: readonly string[];
  /** All that shared words with the prompt, best first. */
  hits: readonly IndexedHit[];
  delivered: readonly (OpenedMemory & { part: RecalledPart; hit: IndexedHit })[];
  dropped: readonly { id: string; reason: DropReason }[];
}

// Enough to decide by comparison, and to say in the receipt what else was near.
const CONSIDERED = 20;
// Of a long prompt its beginning and end say what it is about; a pasted log between them is noise.
const PROMPT_CHARACTERS = 8_000;

/** Searches without a model, and takes the few that matter into the conversation. */
export async function runLexicalStage(
  doors: LexicalDoors,
  { prompt, shown, signal }: { prompt: string; shown: ShownMemories; signal?: AbortSignal | undefined },
): Promise<LexicalOutcome> {
  const question = shortened(prompt);
  const { hits, total, notices } = await doors.index.search(question, { limit: CONSIDERED, signal });
  const relevant = doors.decide(hits, { prompt: question, total });
  const weak = hits.filter((hit) => !relevant.includes(hit));
  const delivered: (OpenedMemory & { part: RecalledPart; hit: IndexedHit })[] = [];
  const dropped: { id: string; reason: DropReason }[] = [];
  for (const hit of relevant) {
    if (delivered.length >= doors.limits.recallLexical) {
      dropped.push({ id: hit.id, reason: "over-limit" });
      continue;
    }
    if (shown.has(hit.id, hit.version)) {
      dropped.push({ id: hit.id, reason: "shown" });
      continue;
    }
    const opened = await openRecalled(doors, hit);
    const admitted = opened.ok ? admit(opened, shown) : opened;
    if (opened.ok && admitted.ok) delivered.push({ ...opened, part: admitted.part, hit });
    else if (!admitted.ok) dropped.push({ id: hit.id, reason: admitted.reason });
  }
  dropped.push(...weak.map(({ id }) => ({ id, reason: "weak" as const })));
  return { total, notices, hits, delivered, dropped };
}

function shortened(prompt: string): string {
  if (prompt.length <= PROMPT_CHARACTERS) return prompt;
  const half = PROMPT_CHARACTERS / 2;
  return `${prompt.slice(0, half)}\n${prompt.slice(-half)}`;
}

/** What each field of a hit gave to its score: the sums of its words. */
export function candidateOf({ id, score, matches, beside }: IndexedHit): ReceiptCandidate {
  const fields: Record<string, number> = {};
  for (const { scores } of [...matches, ...beside]) {
    for (const [field, value] of Object.entries(scores)) fields[field] = (fields[field] ?? 0) + value;
  }
  const rounded = Object.entries(fields).map(([field, value]) => [field, round(value)] as const);
  return { id, score: round(score), fields: Object.fromEntries(rounded) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

import type { Term } from "../text/index.ts";
import { fields, occurrences, weightedFrequency, type Field } from "./fields.ts";
import type { RankingSettings } from "./ranking.ts";
import type { WeightedTerm } from "./weigh-question.ts";

/** One term of a question in one memory. */
export interface TermMatch {
  /** As the question has it. */
  term: Term;
  /** What was found instead, where the term itself is in no memory: it was taken for a misspelling. */
  found: string;
  /** How much finding it says: near 0 for what is everywhere, near 1 for what is in one memory only. */
  rarity: number;
  /** What it gave to the score, by field. */
  scores: Partial<Record<Field, number>>;
}

/** How a term that a document holds was scored in it. */
export function explainTerm(options: {
  term: WeightedTerm;
  /** Packed by field. */
  frequency: number;
  norm: number;
  settings: RankingSettings;
}): TermMatch {
  const { term, frequency, norm, settings } = options;
  const weighted = weightedFrequency(frequency, settings.fieldWeights);
  const { saturation, floor } = settings;
  const score = term.weight * (((saturation + 1) * weighted) / (weighted + norm) + floor);
  const scores: TermMatch["scores"] = {};
  for (const field of fields) {
    const own = settings.fieldWeights[field] * occurrences(frequency, field);
    if (own > 0) scores[field] = (score * own) / weighted;
  }
  return { term: term.term, found: term.found, rarity: term.tells, scores };
}

import type { Term } from "../text/index.ts";
import { fields, occurrences, weightedFrequency, type Field } from "./fields.ts";
import type { RankingSettings } from "./ranking.ts";

export type FieldScores = Partial<Record<Field, number>>;

/** One term of a question in one memory. */
export interface TermMatch {
  /** As the question has it. */
  term: Term;
  /** What was found instead, where the term itself is in no memory: it was taken for a misspelling. */
  found: string;
  /** How much finding it says: near 0 for what is everywhere, near 1 for what is in one memory only. */
  rarity: number;
  /** How many memories hold it. */
  held: number;
  /** What it gave to the score, by field. */
  scores: FieldScores;
}

/** A word that moves a memory up or down without being an answer: a stop word, or one of the best memories. */
export interface BesideMatch {
  word: string;
  /** What it gave to the score, by field. */
  scores: FieldScores;
}

/** What a term gave to the score of a document that holds it, by field; all of a document's add up to its score. */
export function scoresByField(options: {
  weight: number;
  /** Packed by field. */
  frequency: number;
  norm: number;
  /** What is left of a score for what of the question is missing. */
  factor: number;
  settings: RankingSettings;
}): FieldScores {
  const { weight, frequency, norm, factor, settings } = options;
  const weighted = weightedFrequency(frequency, settings.fieldWeights);
  const { saturation, floor } = settings;
  const score = weight * (((saturation + 1) * weighted) / (weighted + norm) + floor) * factor;
  const scores: FieldScores = {};
  for (const field of fields) {
    const own = settings.fieldWeights[field] * occurrences(frequency, field);
    if (own > 0) scores[field] = (score * own) / weighted;
  }
  return scores;
}

/** How a match is scored: BM25+ over one weighted frequency and length a document. Pure arithmetic. */
import { fields, occurrences, type Field } from "./fields.ts";

export interface RankingSettings {
  /** What an occurrence in each field counts. */
  fieldWeights: Readonly<Record<Field, number>>;
  /** How soon further occurrences stop to count. */
  saturation: number;
  /** How much a long document is held back, 0 to 1. */
  lengthShare: number;
  /** What any occurrence is worth, however long the document. */
  floor: number;
  /** How much of a score hangs on how much of the question is found, 0 to 1. */
  coordination: number;
}

export const rankingSettings: RankingSettings = {
  fieldWeights: { name: 2, description: 2, slug: 1, body: 1 },
  saturation: 0.9,
  lengthShare: 0.2,
  floor: 0.5,
  coordination: 0.25,
};

/** How telling a term is that `holding` of `count` documents hold. */
export function rarity(count: number, holding: number): number {
  return Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
}

/** The weighted frequency of every packed frequency, by which a list is scored without unpacking. */
export function weightedFrequencies(weights: RankingSettings["fieldWeights"]): Float32Array {
  return Float32Array.from({ length: 0x10000 }, (_, packed) => weightedFrequency(packed, weights));
}

export function weightedFrequency(packed: number, weights: RankingSettings["fieldWeights"]): number {
  let sum = 0;
  for (const field of fields) sum += weights[field] * occurrences(packed, field);
  return sum;
}

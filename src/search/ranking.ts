/** How a match is scored: BM25+ over one weighted frequency and one length a document. Pure arithmetic. */
import type { TermKind } from "../text/index.ts";
import type { Field } from "./fields.ts";

export interface RankingSettings {
  /** What an occurrence in each field counts. */
  fieldWeights: Readonly<Record<Field, number>>;
  /** What a term of each kind counts. */
  kindWeights: Readonly<Record<TermKind, number>>;
  /** What a part of an identifier counts beside the whole. */
  partWeight: number;
  /** What a stop word counts beside another word: enough to order what is equal but for it. */
  stopWeight: number;
  /** What each edit leaves of the weight of a word that was misspelt. */
  editWeight: number;
  /** How soon further occurrences stop to count. */
  saturation: number;
  /** How much a long document is held back, 0 to 1. */
  lengthShare: number;
  /** What any occurrence is worth, however long the document. */
  floor: number;
  /** How much of a score hangs on how much of the question is found, 0 to 1. */
  coordination: number;
  /** A second look with terms of the best documents: of how many, how many terms, what they count, how common they may be. */
  feedback: { documents: number; terms: number; weight: number; mostShare: number };
}

/** Chosen on the development halves of the sets in `bench/`; flat around these values. */
export const rankingSettings: RankingSettings = {
  fieldWeights: { name: 2, description: 2, slug: 1, body: 1 },
  kindWeights: { word: 1, identifier: 1, character: 0.5, pair: 1 },
  partWeight: 0.5,
  stopWeight: 0.1,
  editWeight: 0.8,
  saturation: 0.9,
  lengthShare: 0.4,
  floor: 0.25,
  coordination: 0.25,
  feedback: { documents: 3, terms: 10, weight: 0.5, mostShare: 0.3 },
};

/** How rare a term is that `holding` of `count` documents hold, in nats. */
export function rarity(count: number, holding: number): number {
  return Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
}

/**
 * How much finding a term says, 0 to 1, comparable between stores of any size: a few memories are taken as a sample of
 * more, since what stands in one of two is not thereby common.
 */
export function tellingness(count: number, holding: number): number {
  const most = Math.log((count + unseen + 1) / 0.5);
  return Math.max(0, Math.log((count + unseen + 1) / (holding + 0.5)) / most);
}

const unseen = 30;

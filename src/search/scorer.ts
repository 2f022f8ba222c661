import type { DocumentTable } from "./document-table.ts";
import { weightedFrequency } from "./fields.ts";
import { grown } from "./grow.ts";
import type { Postings } from "./postings.ts";
import type { RankingSettings } from "./ranking.ts";
import type { WeightedTerm } from "./weigh-question.ts";

export interface Ranked {
  number: number;
  key: string;
  score: number;
}

/** Scores every document against one question at a time. Its arrays are kept from question to question. */
export class Scorer {
  #settings: RankingSettings;
  #documents: DocumentTable;
  #postings: Postings;
  #scores = new Float32Array(0);
  #covered = new Float32Array(0);
  #norms: Float32Array;
  /** What `covered` would be with everything found. */
  #whole = 0;

  /** For documents as they are now; a change needs a new one. */
  constructor(options: { settings: RankingSettings; documents: DocumentTable; postings: Postings }) {
    this.#settings = options.settings;
    this.#documents = options.documents;
    this.#postings = options.postings;
    this.#norms = lengthNorms(options.documents, options.settings);
  }

  /** Forgets the question before. */
  begin(terms: readonly WeightedTerm[]): void {
    const { count } = this.#documents;
    this.#scores = grown(this.#scores, count).fill(0);
    this.#covered = grown(this.#covered, count).fill(0);
    this.#whole = terms.reduce((sum, { weight }) => sum + weight, 0);
    for (const { id, weight } of terms) this.#add(id, weight, weight);
  }

  /** Adds a term that the question does not hold to the score of every document that does. */
  addBeside({ id, weight }: Pick<WeightedTerm, "id" | "weight">): void {
    this.#add(id, weight, 0);
  }

  /** The highest scores, highest first; of equals the one whose key comes first. */
  best(limit: number): Ranked[] {
    const best: Ranked[] = [];
    const { coordination } = this.#settings;
    const { count } = this.#documents;
    const scores = this.#scores;
    const covered = this.#covered;
    const whole = this.#whole;
    let least = 0;
    let leastKey = "";
    for (let number = 0; number < count; number += 1) {
      const raw = scores[number] ?? 0;
      // What is found of the question only lowers a score.
      if (raw === 0 || raw < least) continue;
      const found = Math.min(1, (covered[number] ?? 0) / whole);
      const score = raw * (1 - coordination + coordination * found);
      if (score < least) continue;
      const key = this.#documents.key(number);
      if (key === undefined || (score === least && key > leastKey)) continue;
      insert(best, { number, key, score }, limit);
      const last = best.at(-1);
      if (best.length < limit || last === undefined) continue;
      least = last.score;
      leastKey = last.key;
    }
    return best;
  }

  /** What is left of a document's score for what it lacks of the question, 0 to 1. */
  factor(number: number): number {
    const { coordination } = this.#settings;
    const found = Math.min(1, (this.#covered[number] ?? 0) / this.#whole);
    return 1 - coordination + coordination * found;
  }

  norm(number: number): number {
    return this.#norms[number] ?? 0;
  }

  #add(id: number, weight: number, covers: number): void {
    if (id < 0) return;
    const { starts, documents, frequencies } = this.#postings.sealed;
    const from = starts[id] ?? 0;
    const to = Math.max(from, starts[id + 1] ?? 0);
    this.#addList({ documents, frequencies, from, to, weight, covers });
    const chain = this.#postings.unsealed(id);
    this.#addList({ ...chain, from: 0, to: chain.documents.length, weight, covers });
  }

  /**
   * Runs for every memory that holds a word, so it calls nothing and makes no objects: a process that answers one
   * question ends before anything of it is compiled.
   */
  #addList({ documents, frequencies, from, to, weight, covers }: ScoredList): void {
    const scores = this.#scores;
    const covered = this.#covered;
    const norms = this.#norms;
    const { saturation, floor, fieldWeights } = this.#settings;
    const most = weight * (saturation + 1);
    const least = weight * floor;
    let lastFrequency = 0;
    let weighted = 0;
    for (let at = from; at < to; at += 1) {
      const document = documents[at] ?? 0;
      const frequency = frequencies[at] ?? 0;
      if (frequency !== lastFrequency) {
        lastFrequency = frequency;
        weighted = weightedFrequency(frequency, fieldWeights);
      }
      scores[document] =
        (scores[document] ?? 0) + (most * weighted) / (weighted + (norms[document] ?? 0)) + least;
      covered[document] = (covered[document] ?? 0) + covers;
    }
  }
}

/** What BM25+ divides by beside the frequency, for each document. */
function lengthNorms(
  { count, lengths, averageLength }: DocumentTable,
  settings: RankingSettings,
): Float32Array {
  const { saturation, lengthShare } = settings;
  const least = saturation * (1 - lengthShare);
  const each = (saturation * lengthShare) / Math.max(1, averageLength);
  const norms = new Float32Array(count);
  for (let number = 0; number < count; number += 1) norms[number] = least + each * (lengths[number] ?? 0);
  return norms;
}

interface ScoredList {
  documents: ArrayLike<number>;
  frequencies: ArrayLike<number>;
  from: number;
  to: number;
  weight: number;
  /** What it adds to the part of the question that was found. */
  covers: number;
}

/** Puts one into its place among the best, of which `limit` are kept. */
function insert(best: Ranked[], ranked: Ranked, limit: number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = best[middle];
    if (other !== undefined && isBefore(other, ranked)) low = middle + 1;
    else high = middle;
  }
  if (low >= limit) return;
  best.splice(low, 0, ranked);
  if (best.length > limit) best.pop();
}

function isBefore(left: Ranked, right: Ranked): boolean {
  return left.score > right.score || (left.score === right.score && left.key < right.key);
}

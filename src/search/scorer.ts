import type { DocumentTable } from "./document-table.ts";
import { weightedFrequency } from "./fields.ts";
import { grown } from "./grow.ts";
import type { Postings } from "./postings.ts";
import { lengthNorm, termScore, type RankingSettings } from "./ranking.ts";
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
  #norms = new Float32Array(0);
  /** What `covered` would be with everything found. */
  #whole = 0;

  /** For documents as they are now; a change needs a new one. */
  constructor(options: { settings: RankingSettings; documents: DocumentTable; postings: Postings }) {
    this.#settings = options.settings;
    this.#documents = options.documents;
    this.#postings = options.postings;
    const { count, lengths, averageLength } = options.documents;
    this.#norms = Float32Array.from({ length: count }, (_, number) =>
      lengthNorm(lengths[number] ?? 0, averageLength, options.settings),
    );
  }

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
    for (let number = 0; number < count; number += 1) {
      const raw = scores[number] ?? 0;
      // What is found of the question only lowers a score.
      if (raw === 0 || raw < least) continue;
      const found = Math.min(1, (covered[number] ?? 0) / whole);
      const score = raw * (1 - coordination + coordination * found);
      if (score < least) continue;
      const key = this.#documents.key(number);
      if (key === undefined) continue;
      insert(best, { number, key, score }, limit);
      if (best.length === limit) least = best.at(-1)?.score ?? 0;
    }
    return best;
  }

  norm(number: number): number {
    return this.#norms[number] ?? 0;
  }

  #add(id: number, weight: number, covers: number): void {
    if (id < 0) return;
    // Into constants: these lines run for every memory that holds a word, a hundred thousand times for a common one.
    const scores = this.#scores;
    const covered = this.#covered;
    const norms = this.#norms;
    const { fieldWeights, saturation, floor } = this.#settings;
    const { starts, documents, frequencies } = this.#postings.sealed;
    const add = (document: number, frequency: number): void => {
      const weighted = weightedFrequency(frequency, fieldWeights);
      const part = termScore({ weighted, norm: norms[document] ?? 0, saturation, floor });
      scores[document] = (scores[document] ?? 0) + weight * part;
      covered[document] = (covered[document] ?? 0) + covers;
    };
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? end; at < end; at += 1) add(documents[at] ?? 0, frequencies[at] ?? 0);
    this.#postings.visitUnsealed(id, add);
  }
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

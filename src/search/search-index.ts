/** The inverted index: memories in, ranked memories out. Holds no file and reads no clock. */
import { questionTerms, visitTerms, type Term } from "../text/index.ts";
import { DocumentTable } from "./document-table.ts";
import { fields, withOccurrence, type Field } from "./fields.ts";
import { grown } from "./grow.ts";
import { Postings } from "./postings.ts";
import {
  rarity,
  rankingSettings,
  weightedFrequencies,
  weightedFrequency,
  type RankingSettings,
} from "./ranking.ts";
import { TermDictionary } from "./term-dictionary.ts";

/** What is searched of one memory. */
export type SearchDocument = { key: string } & Readonly<Partial<Record<Field, string>>>;

export interface TermMatch {
  /** As the question has it. */
  term: Term;
  /** What was found instead, where the term itself is in no memory. */
  found: string;
  rarity: number;
  /** The part of the score that comes from each field it occurs in. */
  scores: Partial<Record<Field, number>>;
}

export interface SearchHit {
  key: string;
  score: number;
  /** Which share of the question was found in it, by rarity; 0 to 1. */
  coverage: number;
  /** Empty unless asked for. */
  matches: TermMatch[];
}

export interface SearchOptions {
  limit: number;
  /** Fill `matches`. */
  explain?: boolean;
}

interface WeightedTerm {
  term: Term;
  id: number;
  found: string;
  rarity: number;
  weight: number;
}

export interface IndexParts {
  dictionary: TermDictionary;
  documents: DocumentTable;
  postings: Postings;
}

export class SearchIndex {
  #dictionary: TermDictionary;
  #documents: DocumentTable;
  #postings: Postings;
  /** Living documents that hold each term. */
  #holding: Uint32Array;
  #settings: RankingSettings;
  #weights: Float32Array | undefined;
  #scores = new Float32Array(0);
  #covered = new Float32Array(0);
  #norms = new Float32Array(0);
  #areNormsFresh = false;

  constructor(parts?: IndexParts, settings: RankingSettings = rankingSettings) {
    this.#dictionary = parts?.dictionary ?? new TermDictionary();
    this.#documents = parts?.documents ?? new DocumentTable();
    this.#postings = parts?.postings ?? new Postings();
    this.#settings = settings;
    this.#holding = new Uint32Array(this.#dictionary.size);
    const { starts } = this.#postings.sealed;
    for (let id = 0; id < this.#holding.length; id += 1) {
      this.#holding[id] = (starts[id + 1] ?? 0) - (starts[id] ?? 0);
    }
  }

  get size(): number {
    return this.#documents.size;
  }

  keys(): IterableIterator<string> {
    return this.#documents.keys();
  }

  has(key: string): boolean {
    return this.#documents.number(key) !== undefined;
  }

  /** Adds a memory, or puts it in the place of the one with its key. */
  put(document: SearchDocument): void {
    this.remove(document.key);
    const frequencies = new Map<number, number>();
    let length = 0;
    for (const field of fields) {
      const text = document[field];
      if (text === undefined) continue;
      visitTerms(text, (term, kind) => {
        const id = this.#dictionary.add(term);
        frequencies.set(id, withOccurrence(frequencies.get(id) ?? 0, field));
        if (kind !== "pair") length += 1;
      });
    }
    const number = this.#documents.add(document.key, [...frequencies.keys()], length);
    this.#holding = grown(this.#holding, this.#dictionary.size);
    for (const [id, frequency] of frequencies) {
      this.#postings.add(id, number, frequency);
      this.#holding[id] = (this.#holding[id] ?? 0) + 1;
    }
    this.#areNormsFresh = false;
    if (this.#postings.isWorthSealing) this.#compact();
  }

  remove(key: string): boolean {
    const number = this.#documents.number(key);
    if (number === undefined) return false;
    for (const id of this.#documents.termsOf(number)) this.#holding[id] = (this.#holding[id] ?? 1) - 1;
    this.#documents.remove(number);
    this.#areNormsFresh = false;
    if (this.#documents.dead > 64 && this.#documents.dead > this.#documents.size) this.#compact();
    return true;
  }

  /** The best memories for a question, best first; of equals the one whose key comes first. */
  search(question: string, options: SearchOptions): SearchHit[] {
    const terms = this.#weighted(question);
    if (terms.length === 0) return [];
    this.#prepare();
    for (const term of terms) this.#accumulate(term);
    const total = terms.reduce((sum, { rarity: value }) => sum + value, 0);
    const best = this.#best(options.limit, total);
    return best.map(({ number, key, score }) => ({
      key,
      score,
      coverage: (this.#covered[number] ?? 0) / total,
      matches: options.explain === true ? this.#matches(number, terms) : [],
    }));
  }

  /** The parts of a compact index, to be written. */
  parts(): IndexParts {
    this.#compact();
    return { dictionary: this.#dictionary, documents: this.#documents, postings: this.#postings };
  }

  #weighted(question: string): WeightedTerm[] {
    return questionTerms(question).map((term) => {
      const id = this.#dictionary.find(term.text);
      const value = rarity(this.size, id < 0 ? 0 : (this.#holding[id] ?? 0));
      return { term, id, found: term.text, rarity: value, weight: value };
    });
  }

  #prepare(): void {
    const { count } = this.#documents;
    this.#weights ??= weightedFrequencies(this.#settings.fieldWeights);
    this.#scores = grown(this.#scores, count).fill(0);
    this.#covered = grown(this.#covered, count).fill(0);
    if (this.#areNormsFresh) return;
    const { saturation, lengthShare } = this.#settings;
    const average = Math.max(1, this.#documents.averageLength);
    this.#norms = grown(this.#norms, count);
    for (let number = 0; number < count; number += 1) {
      const length = this.#documents.lengths[number] ?? 0;
      this.#norms[number] = saturation * (1 - lengthShare + (lengthShare * length) / average);
    }
    this.#areNormsFresh = true;
  }

  #accumulate({ id, rarity: covered, weight }: WeightedTerm): void {
    if (id < 0) return;
    const scores = this.#scores;
    const coverage = this.#covered;
    const norms = this.#norms;
    const weights = this.#weights ?? new Float32Array(0);
    const { saturation, floor } = this.#settings;
    this.#postings.visit(id, (document, frequency) => {
      const weighted = weights[frequency] ?? 0;
      const part = ((saturation + 1) * weighted) / (weighted + (norms[document] ?? 0)) + floor;
      scores[document] = (scores[document] ?? 0) + weight * part;
      coverage[document] = (coverage[document] ?? 0) + covered;
    });
  }

  #best(limit: number, total: number): { number: number; key: string; score: number }[] {
    const { coordination } = this.#settings;
    const found: { number: number; key: string; score: number }[] = [];
    for (let number = 0; number < this.#documents.count; number += 1) {
      const raw = this.#scores[number] ?? 0;
      if (raw === 0) continue;
      const key = this.#documents.key(number);
      if (key === undefined) continue;
      const covered = (this.#covered[number] ?? 0) / total;
      found.push({ number, key, score: raw * (1 - coordination + coordination * covered) });
    }
    found.sort((left, right) => right.score - left.score || (left.key < right.key ? -1 : 1));
    return found.slice(0, limit);
  }

  #matches(number: number, terms: readonly WeightedTerm[]): TermMatch[] {
    return terms.flatMap(({ term, id, found, rarity: value, weight }) => {
      const frequency = id < 0 ? 0 : this.#postings.frequency(id, number);
      if (frequency === 0) return [];
      return { term, found, rarity: value, scores: this.#fieldScores(frequency, number, weight) };
    });
  }

  #fieldScores(frequency: number, number: number, weight: number): Partial<Record<Field, number>> {
    const { saturation, floor, fieldWeights } = this.#settings;
    const weighted = weightedFrequency(frequency, fieldWeights);
    const score = weight * (((saturation + 1) * weighted) / (weighted + (this.#norms[number] ?? 0)) + floor);
    const scores: Partial<Record<Field, number>> = {};
    for (const field of fields) {
      const own = weightedFrequency(frequency, {
        name: 0,
        description: 0,
        slug: 0,
        body: 0,
        [field]: fieldWeights[field],
      });
      if (own > 0) scores[field] = (score * own) / weighted;
    }
    return scores;
  }

  /** Drops removed documents and terms that none holds, and seals the rest. */
  #compact(): void {
    const dictionary = new TermDictionary();
    const terms = new Int32Array(this.#dictionary.size).fill(-1);
    const holding = new Uint32Array(this.#dictionary.size);
    for (let id = 0; id < this.#dictionary.size; id += 1) {
      const count = this.#holding[id] ?? 0;
      if (count === 0) continue;
      const to = dictionary.add(this.#dictionary.text(id));
      terms[id] = to;
      holding[to] = count;
    }
    const { parts, numbers } = this.#documents.compacted(terms);
    this.#postings.seal({ terms, termCount: dictionary.size, documents: numbers });
    this.#dictionary = dictionary;
    this.#documents = new DocumentTable(parts);
    this.#holding = holding;
    this.#areNormsFresh = false;
  }
}

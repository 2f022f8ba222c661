import { visitTerms } from "../text/index.ts";
import { DocumentTable } from "./document-table.ts";
import { scoresByField, type BesideMatch, type TermMatch } from "./explain.ts";
import { feedbackTerms, type FeedbackTerm } from "./feedback.ts";
import { fields, withOccurrence, type Field } from "./fields.ts";
import { grown } from "./grow.ts";
import type { Lexicon } from "./lexicon.ts";
import { Postings, type Renumbering } from "./postings.ts";
import { rankingSettings, type RankingSettings } from "./ranking.ts";
import { Scorer } from "./scorer.ts";
import { TermDictionary } from "./term-dictionary.ts";
import { weighQuestion, type WeightedTerm } from "./weigh-question.ts";

/** What is searched of one memory. */
export type SearchDocument = { key: string } & Readonly<Partial<Record<Field, string>>>;

export interface SearchHit {
  key: string;
  score: number;
  /** Which share of the question was found in it, by rarity; 0 where only stop words were. */
  coverage: number;
  /** Without stop words, where there are others. Empty unless asked for. */
  matches: TermMatch[];
  /** What else the score is made of. Empty unless asked for. */
  beside: BesideMatch[];
}

export interface SearchOptions {
  limit: number;
  /** Fill `matches` and `beside`. */
  explain?: boolean;
}

export interface IndexParts {
  dictionary: TermDictionary;
  documents: DocumentTable;
  postings: Postings;
  /** Living documents that hold each term. */
  holding: Uint32Array;
}

/** Of unsealed postings, from which on sealing them pays for a search. */
const slowShare = 0.125;

/**
 * The inverted index: memories in, ranked memories out. It holds no file and reads no clock, and answers after any
 * changes as one made anew would.
 */
export class SearchIndex {
  #dictionary: TermDictionary;
  #documents: DocumentTable;
  #postings: Postings;
  /** Living documents that hold each term. */
  #holding: Uint32Array;
  /** Stored numbers are left as they are, and copied before the first change. */
  #isHoldingStored: boolean;
  #settings: RankingSettings;
  /** Undefined after a change. */
  #scorer: Scorer | undefined;

  constructor(parts?: IndexParts, settings: RankingSettings = rankingSettings) {
    this.#dictionary = parts?.dictionary ?? new TermDictionary();
    this.#documents = parts?.documents ?? new DocumentTable();
    this.#postings = parts?.postings ?? new Postings();
    this.#settings = settings;
    this.#holding = parts?.holding ?? new Uint32Array(0);
    this.#isHoldingStored = parts !== undefined;
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
      visitTerms(document[field] ?? "", (term, kind) => {
        const id = this.#dictionary.add(term);
        frequencies.set(id, withOccurrence(frequencies.get(id) ?? 0, field));
        if (kind !== "pair") length += 1;
      });
    }
    const number = this.#documents.add(document.key, [...frequencies.keys()], length);
    this.#ownHolding();
    this.#holding = grown(this.#holding, this.#dictionary.size);
    for (const [id, frequency] of frequencies) {
      this.#postings.add(id, number, frequency);
      this.#holding[id] = (this.#holding[id] ?? 0) + 1;
    }
    this.#scorer = undefined;
    if (this.#postings.unsealedShare > 1) this.#compact();
  }

  /** Whether there was one. */
  remove(key: string): boolean {
    const number = this.#documents.number(key);
    if (number === undefined) return false;
    this.#ownHolding();
    for (const id of this.#documents.termsOf(number)) this.#holding[id] = (this.#holding[id] ?? 1) - 1;
    this.#documents.remove(number);
    this.#scorer = undefined;
    if (this.#documents.dead > 64 && this.#documents.dead > this.#documents.size) this.#compact();
    return true;
  }

  /** The best memories for a question, best first; of equals the one whose key comes first. */
  search(question: string, { limit, explain = false }: SearchOptions): SearchHit[] {
    if (this.size === 0 || limit <= 0) return [];
    if (this.#postings.unsealedShare > slowShare) this.#compact();
    const { feedback } = this.#settings;
    const lexicon: Lexicon = { dictionary: this.#dictionary, holding: this.#holding, size: this.size };
    const documents = this.#documents;
    const terms = weighQuestion(question, lexicon, this.#settings);
    const scorer = (this.#scorer ??= new Scorer({
      settings: this.#settings,
      documents,
      postings: this.#postings,
    }));
    scorer.begin(terms);
    const best = scorer.best(feedback.documents);
    const more = feedbackTerms({ best, asked: terms, documents, lexicon, settings: feedback });
    for (const term of more) scorer.addBeside(term);
    return scorer.best(limit).map(({ number, key, score }) => {
      const held = terms.filter((term) => this.#frequency(number, term) > 0);
      const coverage = held.reduce((sum, { share }) => sum + share, 0);
      const reasons = explain ? this.#reasons(number, { held, more, scorer }) : { matches: [], beside: [] };
      return { key, score, coverage, ...reasons };
    });
  }

  /** The parts of a compact index, to be written. */
  parts(): IndexParts {
    this.#compact();
    return {
      dictionary: this.#dictionary,
      documents: this.#documents,
      postings: this.#postings,
      holding: this.#holding,
    };
  }

  #frequency(number: number, { id }: Pick<WeightedTerm, "id">): number {
    return id < 0 ? 0 : this.#postings.frequency(id, number);
  }

  /** What a score is made of. */
  #reasons(
    number: number,
    { held, more, scorer }: { held: readonly WeightedTerm[]; more: readonly FeedbackTerm[]; scorer: Scorer },
  ): Pick<SearchHit, "matches" | "beside"> {
    const shares = { norm: scorer.norm(number), factor: scorer.factor(number), settings: this.#settings };
    const scoresOf = (term: FeedbackTerm): BesideMatch["scores"] =>
      scoresByField({ weight: term.weight, frequency: this.#frequency(number, term), ...shares });
    const alsoHeld = more.filter((term) => this.#frequency(number, term) > 0);
    return {
      matches: held
        .filter(({ share }) => share > 0)
        .map((term) => ({
          term: term.term,
          found: term.found,
          rarity: term.tells,
          held: term.held,
          scores: scoresOf(term),
        })),
      beside: [...held.filter(({ share }) => share === 0), ...alsoHeld].map((term) => ({
        word: this.#dictionary.text(term.id),
        scores: scoresOf(term),
      })),
    };
  }

  #ownHolding(): void {
    if (this.#isHoldingStored) this.#holding = this.#holding.slice();
    this.#isHoldingStored = false;
  }

  /** Drops removed documents and terms that none holds, and seals the rest. */
  #compact(): void {
    this.#scorer = undefined;
    if (this.#documents.dead === 0) {
      this.#postings.seal(this.#asItIs());
      return;
    }
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
  }

  /** Where no document was removed, every term is held. */
  #asItIs(): Renumbering {
    const { size } = this.#dictionary;
    return { terms: rising(size), termCount: size, documents: rising(this.#documents.count) };
  }
}

function rising(length: number): Int32Array {
  const numbers = new Int32Array(length);
  for (let number = 0; number < length; number += 1) numbers[number] = number;
  return numbers;
}

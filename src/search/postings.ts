/**
 * Which documents hold a term. Sealed lists stand one after another; what came since hangs in chains, so that a
 * document is added in place, until they are merged.
 */
import { grown } from "./grow.ts";

export interface SealedLists {
  /** Where each term's list begins, and behind the last where it ends. */
  starts: Uint32Array;
  /** Ascending within a list. */
  documents: Uint32Array;
  frequencies: Uint16Array;
}

/** What a merge does with old numbers; -1 is dropped. Both keep the order. */
export interface Renumbering {
  terms: Int32Array;
  termCount: number;
  documents: Int32Array;
}

const few = 4096;

export class Postings {
  #sealed: SealedLists;
  /** Newest entry of each term + 1. */
  #heads = new Uint32Array(0);
  #next = new Uint32Array(0);
  #documents = new Uint32Array(0);
  #frequencies = new Uint16Array(0);
  #chained = 0;

  constructor(sealed?: SealedLists) {
    this.#sealed = sealed ?? {
      starts: new Uint32Array(1),
      documents: new Uint32Array(0),
      frequencies: new Uint16Array(0),
    };
  }

  get sealed(): SealedLists {
    return this.#sealed;
  }

  /** How many entries came since the lists were sealed, over those that are; a few thousand never count. */
  get unsealedShare(): number {
    return this.#chained <= few ? 0 : this.#chained / Math.max(1, this.#sealed.documents.length);
  }

  /** Documents come in rising order. */
  add(term: number, document: number, frequency: number): void {
    const entry = this.#chained;
    this.#heads = grown(this.#heads, term + 1);
    this.#next = grown(this.#next, entry + 1);
    this.#documents = grown(this.#documents, entry + 1);
    this.#frequencies = grown(this.#frequencies, entry + 1);
    this.#next[entry] = this.#heads[term] ?? 0;
    this.#documents[entry] = document;
    this.#frequencies[entry] = frequency;
    this.#heads[term] = entry + 1;
    this.#chained += 1;
  }

  /** The documents of a term that came since the lists were sealed, removed ones too. */
  unsealed(term: number): { documents: number[]; frequencies: number[] } {
    const chain = this.#chainOf(term);
    return {
      documents: chain.map((entry) => this.#documents[entry] ?? 0),
      frequencies: chain.map((entry) => this.#frequencies[entry] ?? 0),
    };
  }

  /** How often a term occurs in one document, packed by field; 0 where it does not. */
  frequency(term: number, document: number): number {
    let entry = this.#heads[term] ?? 0;
    while (entry > 0) {
      if (this.#documents[entry - 1] === document) return this.#frequencies[entry - 1] ?? 0;
      entry = this.#next[entry - 1] ?? 0;
    }
    const { starts, documents, frequencies } = this.#sealed;
    let low = starts[term] ?? 0;
    let high = starts[term + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((documents[middle] ?? 0) < document) low = middle + 1;
      else high = middle;
    }
    return low < (starts[term + 1] ?? 0) && documents[low] === document ? (frequencies[low] ?? 0) : 0;
  }

  /** One sealed list a term, without what the renumbering drops. */
  seal(to: Renumbering): void {
    const counts = new Uint32Array(to.termCount + 1);
    this.#visitAll(to, (term) => {
      counts[term + 1] = (counts[term + 1] ?? 0) + 1;
    });
    for (let term = 0; term < to.termCount; term += 1) {
      counts[term + 1] = (counts[term + 1] ?? 0) + (counts[term] ?? 0);
    }
    const total = counts[to.termCount] ?? 0;
    const sealed = {
      starts: counts,
      documents: new Uint32Array(total),
      frequencies: new Uint16Array(total),
    };
    const places = counts.slice();
    this.#visitAll(to, (term, document, frequency) => {
      const place = places[term] ?? 0;
      sealed.documents[place] = document;
      sealed.frequencies[place] = frequency;
      places[term] = place + 1;
    });
    this.#sealed = sealed;
    this.#heads = new Uint32Array(0);
    this.#next = new Uint32Array(0);
    this.#documents = new Uint32Array(0);
    this.#frequencies = new Uint16Array(0);
    this.#chained = 0;
  }

  /** Term by term, documents rising: sealed ones first, since the chained are younger. */
  #visitAll(to: Renumbering, visit: (term: number, document: number, frequency: number) => void): void {
    const { starts, documents, frequencies } = this.#sealed;
    for (let old = 0; old < to.terms.length; old += 1) {
      const term = to.terms[old] ?? -1;
      if (term < 0) continue;
      const end = starts[old + 1] ?? 0;
      for (let at = starts[old] ?? end; at < end; at += 1) {
        const document = to.documents[documents[at] ?? 0] ?? -1;
        if (document >= 0) visit(term, document, frequencies[at] ?? 0);
      }
      for (const entry of this.#chainOf(old)) {
        const document = to.documents[this.#documents[entry] ?? 0] ?? -1;
        if (document >= 0) visit(term, document, this.#frequencies[entry] ?? 0);
      }
    }
  }

  /** Oldest first. */
  #chainOf(term: number): number[] {
    const chain: number[] = [];
    let entry = this.#heads[term] ?? 0;
    while (entry > 0) {
      chain.push(entry - 1);
      entry = this.#next[entry - 1] ?? 0;
    }
    return chain.toReversed();
  }
}

/** The documents of an index, numbered in the order they came, with the terms that each holds. */
import { grown } from "./grow.ts";

export interface DocumentParts {
  keys: readonly string[];
  /** Weighted number of terms of each document. */
  lengths: Uint32Array;
  /** Where each document's terms begin in `terms`, and behind the last where they end. */
  starts: Uint32Array;
  terms: Uint32Array;
}

export class DocumentTable {
  #keys: (string | undefined)[];
  /** Undefined until a key is looked for: one question to a stored index never does. */
  #numbers: Map<string, number> | undefined;
  #lengths: Uint32Array;
  #starts: Uint32Array;
  #terms: Uint32Array;
  #totalLength = 0;
  #dead = 0;

  constructor(parts?: DocumentParts) {
    this.#keys = [...(parts?.keys ?? [])];
    this.#lengths = parts?.lengths ?? new Uint32Array(0);
    this.#starts = parts?.starts ?? new Uint32Array(1);
    this.#terms = parts?.terms ?? new Uint32Array(0);
    for (let number = 0; number < this.#keys.length; number += 1) {
      this.#totalLength += this.#lengths[number] ?? 0;
    }
  }

  /** Documents alive. */
  get size(): number {
    return this.#keys.length - this.#dead;
  }

  /** Numbers given, to documents since removed too. */
  get count(): number {
    return this.#keys.length;
  }

  get dead(): number {
    return this.#dead;
  }

  get lengths(): Uint32Array {
    return this.#lengths;
  }

  get averageLength(): number {
    return this.size === 0 ? 0 : this.#totalLength / this.size;
  }

  keys(): IterableIterator<string> {
    return this.#byKey().keys();
  }

  number(key: string): number | undefined {
    return this.#byKey().get(key);
  }

  /** Undefined for a removed one. */
  key(number: number): string | undefined {
    return this.#keys[number];
  }

  termsOf(number: number): Uint32Array {
    return this.#terms.subarray(this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0);
  }

  /** The number of a new document. */
  add(key: string, terms: readonly number[], length: number): number {
    const number = this.#keys.length;
    const start = this.#starts[number] ?? 0;
    this.#byKey().set(key, number);
    this.#keys.push(key);
    this.#lengths = grown(this.#lengths, number + 1);
    this.#lengths[number] = length;
    this.#terms = grown(this.#terms, start + terms.length);
    this.#terms.set(terms, start);
    this.#starts = grown(this.#starts, number + 2);
    this.#starts[number + 1] = start + terms.length;
    this.#totalLength += length;
    return number;
  }

  remove(number: number): void {
    this.#byKey().delete(this.#keys[number] ?? "");
    this.#keys[number] = undefined;
    this.#totalLength -= this.#lengths[number] ?? 0;
    this.#dead += 1;
  }

  /** Cut to what is used. For a table without removed documents. */
  parts(): DocumentParts {
    return {
      keys: [...this.#byKey().keys()],
      lengths: this.#lengths.slice(0, this.count),
      starts: this.#starts.slice(0, this.count + 1),
      terms: this.#terms.slice(0, this.#starts[this.count] ?? 0),
    };
  }

  #byKey(): Map<string, number> {
    if (this.#numbers !== undefined) return this.#numbers;
    const numbers = new Map<string, number>();
    for (const [number, key] of this.#keys.entries()) if (key !== undefined) numbers.set(key, number);
    this.#numbers = numbers;
    return numbers;
  }

  /** Cut to what is used; numbers of removed documents are closed up, terms renumbered. */
  compacted(terms: Int32Array): { parts: DocumentParts; numbers: Int32Array } {
    const numbers = new Int32Array(this.count).fill(-1);
    const keys: string[] = [];
    for (const [number, key] of this.#keys.entries()) {
      if (key === undefined) continue;
      numbers[number] = keys.length;
      keys.push(key);
    }
    return { parts: { keys, ...this.#closedUp(numbers, keys.length, terms) }, numbers };
  }

  #closedUp(numbers: Int32Array, count: number, terms: Int32Array): Omit<DocumentParts, "keys"> {
    const starts = new Uint32Array(count + 1);
    const lengths = new Uint32Array(count);
    let total = 0;
    for (const [old, number] of numbers.entries()) {
      if (number < 0) continue;
      lengths[number] = this.#lengths[old] ?? 0;
      total += this.termsOf(old).length;
      starts[number + 1] = total;
    }
    const kept = new Uint32Array(total);
    let at = 0;
    for (const [old, number] of numbers.entries()) {
      if (number < 0) continue;
      for (const term of this.termsOf(old)) {
        kept[at] = terms[term] ?? 0;
        at += 1;
      }
    }
    return { lengths, starts, terms: kept };
  }
}

/** The terms of an index, numbered: a hash table in typed arrays, so that a stored one is usable as it was read. */
import { grown } from "./grow.ts";

export interface DictionaryParts {
  /** UTF-16 code units of all terms, one after another. */
  units: Uint16Array;
  /** Where each term begins in `units`, and behind the last where it ends. */
  starts: Uint32Array;
  /** Open addressing: term number + 1, 0 for a free slot. A power of two long. */
  slots: Uint32Array;
}

export class TermDictionary {
  #units: Uint16Array;
  #starts: Uint32Array;
  #slots: Uint32Array;
  /** Stored ones are left as they are, and copied when a term comes. */
  #areSlotsStored: boolean;
  #size: number;

  constructor(parts?: DictionaryParts) {
    this.#units = parts?.units ?? new Uint16Array(0);
    this.#starts = parts?.starts ?? new Uint32Array(1);
    this.#slots = parts?.slots ?? new Uint32Array(64);
    this.#areSlotsStored = parts !== undefined;
    this.#size = parts === undefined ? 0 : parts.starts.length - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a term, or -1. */
  find(text: string): number {
    return (this.#slots[this.#slotOf(text)] ?? 0) - 1;
  }

  /** The number of a term, which is added where it is new. */
  add(text: string): number {
    const slot = this.#slotOf(text);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    if (this.#areSlotsStored) this.#slots = this.#slots.slice();
    this.#areSlotsStored = false;
    const id = this.#append(text);
    this.#slots[slot] = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  text(id: number): string {
    const units = this.#units.subarray(this.#starts[id] ?? 0, this.#starts[id + 1] ?? 0);
    return String.fromCharCode(...units);
  }

  firstUnit(id: number): number {
    return this.#units[this.#starts[id] ?? 0] ?? 0;
  }

  length(id: number): number {
    return (this.#starts[id + 1] ?? 0) - (this.#starts[id] ?? 0);
  }

  /** Cut to what is used. */
  parts(): DictionaryParts {
    return {
      units: this.#units.slice(0, this.#starts[this.#size] ?? 0),
      starts: this.#starts.slice(0, this.#size + 1),
      slots: this.#slots,
    };
  }

  #append(text: string): number {
    const id = this.#size;
    const start = this.#starts[id] ?? 0;
    this.#units = grown(this.#units, start + text.length);
    for (let at = 0; at < text.length; at += 1) this.#units[start + at] = text.charCodeAt(at);
    this.#starts = grown(this.#starts, id + 2);
    this.#starts[id + 1] = start + text.length;
    this.#size += 1;
    return id;
  }

  /** Where the term is, or the free slot where it belongs. */
  #slotOf(text: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(text) & mask;
    while (true) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#isTerm(entry - 1, text)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isTerm(id: number, text: string): boolean {
    const start = this.#starts[id] ?? 0;
    if ((this.#starts[id + 1] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#units[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#size; id += 1) {
      let slot = hashOf(this.text(id)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a over UTF-16 code units, stirred once so that its low bits are good. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

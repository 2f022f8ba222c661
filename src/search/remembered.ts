/** What is remembered of one folder of memories between searches, in arrays: ten thousand cost no object each. */
import type { Memory } from "../memory/index.ts";
import { stampWidth } from "../storage/index.ts";
import { Lines } from "./lines.ts";

/** What a hit shows of a memory; the rest is read when it is wanted. */
export interface MemoryFacts {
  version: string;
  name: string;
  description: string;
  type: Memory["type"];
  /** The header's time, or null. */
  modified: string | null;
  source: Memory["source"];
  session: string | null;
  /** Why it is not shown, or null: a sentence for the person. */
  problem: string | null;
}

/** Bits of a state. */
export const state = {
  /** The stamp vouches for the content. */
  settled: 1,
  /** It was opened: facts and mark are there. */
  known: 2,
  /** It is in the index. */
  indexed: 4,
  /** Its facts tell a problem. */
  problem: 8,
} as const;

export interface RememberedFolder {
  /** As in the storage: `home/memory`. */
  path: string;
  /** Absolute. Of another place nothing is remembered, were its stamps the same. */
  place: string;
  /** Memory files, sorted. */
  names: string[];
  /** `stampWidth` numbers each. */
  stamps: Float64Array;
  states: Uint8Array;
  /** What trust knows a content by; empty in private folders. */
  marks: Lines;
  /** JSON each, read for those that are shown. */
  facts: Lines;
}

/** A folder of which nothing is known yet but how many files it has. */
export function emptyFolder(at: { path: string; place: string }, names: string[]): RememberedFolder {
  const count = names.length;
  return {
    ...at,
    names,
    stamps: new Float64Array(count * stampWidth),
    states: new Uint8Array(count),
    marks: new Lines(),
    facts: new Lines(),
  };
}

/** What the index knows a memory by. */
export function keyOf(folder: Pick<RememberedFolder, "path">, name: string): string {
  return `${folder.path}/${name}`;
}

/** Where a name stands, or -1. */
export function placeOfName({ names }: Pick<RememberedFolder, "names">, name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  return names[low] === name ? low : -1;
}

export function hasState(folder: RememberedFolder, at: number, bits: number): boolean {
  return ((folder.states[at] ?? 0) & bits) === bits;
}

export function factsLine(facts: MemoryFacts): string {
  const { version, name, description, type, modified, source, session, problem } = facts;
  return JSON.stringify([version, name, description, type, modified, source, session, problem]);
}

/** Of a memory that is known. */
export function factsAt(folder: RememberedFolder, at: number): MemoryFacts {
  // The cache's checksum vouches that this is what `factsLine` wrote.
  const parts = JSON.parse(folder.facts.at(at)) as [
    string,
    string,
    string,
    MemoryFacts["type"],
    string | null,
    MemoryFacts["source"],
    string | null,
    string | null,
  ];
  const [version, name, description, type, modified, source, session, problem] = parts;
  return { version, name, description, type, modified, source, session, problem };
}

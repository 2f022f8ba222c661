/** An index as bytes and back. What surrounds them (version, checksum) is the cache's. */
import { Buffer } from "node:buffer";
import { DocumentTable } from "./document-table.ts";
import { Postings } from "./postings.ts";
import { SearchIndex } from "./search-index.ts";
import { TermDictionary } from "./term-dictionary.ts";

/** Changes whenever the same memories would give other bytes, or other bytes would give another ranking. */
export const indexFormat = "2";

/** Four bytes a number; arrays follow in this order, each begun on a multiple of four. */
const heads = 9;

export function indexToBytes(index: SearchIndex): Uint8Array {
  const { dictionary, documents, postings } = index.parts();
  const terms = dictionary.parts();
  const table = documents.compacted(Int32Array.from({ length: dictionary.size }, (_, id) => id)).parts;
  const keys = Buffer.from(JSON.stringify(table.keys), "utf8");
  const { starts, documents: holders, frequencies } = postings.sealed;
  const arrays = [
    terms.units,
    terms.starts,
    terms.slots,
    table.lengths,
    table.starts,
    table.terms,
    starts,
    holders,
    frequencies,
    keys,
  ];
  const bytes = new Uint8Array(arrays.reduce((sum, array) => sum + 4 + padded(array.byteLength), 0));
  const view = new DataView(bytes.buffer);
  let at = 4 * (heads + 1);
  for (const [number, array] of arrays.entries()) {
    view.setUint32(number * 4, array.byteLength, true);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  return bytes;
}

/** The index that gave the bytes; undefined where they cannot be one. */
export function indexFromBytes(bytes: Uint8Array): SearchIndex | undefined {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const sections = sectionsOf(aligned);
  if (sections === undefined) return undefined;
  const [units, starts, slots, lengths, docStarts, docTerms, listStarts, holders, frequencies, keyBytes] =
    sections;
  if (
    !units ||
    !starts ||
    !slots ||
    !lengths ||
    !docStarts ||
    !docTerms ||
    !listStarts ||
    !holders ||
    !frequencies ||
    !keyBytes
  )
    return undefined;
  const keys = keysOf(keyBytes);
  if (keys === undefined || keys.length !== lengths.byteLength / 4) return undefined;
  return new SearchIndex({
    dictionary: new TermDictionary({ units: short(units), starts: long(starts), slots: long(slots) }),
    documents: new DocumentTable({
      keys,
      lengths: long(lengths),
      starts: long(docStarts),
      terms: long(docTerms),
    }),
    postings: new Postings({
      starts: long(listStarts),
      documents: long(holders),
      frequencies: short(frequencies),
    }),
  });
}

function sectionsOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const head = 4 * (heads + 1);
  if (bytes.byteLength < head) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sections: Uint8Array[] = [];
  let at = head;
  for (let number = 0; number <= heads; number += 1) {
    const length = view.getUint32(number * 4, true);
    if (at + length > bytes.byteLength) return undefined;
    sections.push(bytes.subarray(at, at + length));
    at += padded(length);
  }
  return sections;
}

function keysOf(bytes: Uint8Array): string[] | undefined {
  try {
    const keys: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"),
    );
    return Array.isArray(keys) && keys.every((key) => typeof key === "string") ? keys : undefined;
  } catch {
    return undefined;
  }
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

function long(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}

function short(bytes: Uint8Array): Uint16Array {
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 1);
}

/** An index as bytes and back. What surrounds them (version, checksum) is the cache's. */
import { Buffer } from "node:buffer";
import { DocumentTable } from "./document-table.ts";
import { Postings } from "./postings.ts";
import { SearchIndex } from "./search-index.ts";
import { TermDictionary } from "./term-dictionary.ts";

/** Changes whenever the same memories would give other bytes, or other bytes would give another ranking. */
export const indexFormat = "3";

/** The arrays of an index. Their lengths come first, four bytes each, then they, each begun on a multiple of four. */
const sections = [
  "units",
  "termStarts",
  "slots",
  "lengths",
  "documentStarts",
  "documentTerms",
  "listStarts",
  "listDocuments",
  "frequencies",
  "holding",
  "keys",
] as const;
type Section = (typeof sections)[number];

const headBytes = 4 * sections.length;

export function indexToBytes(index: SearchIndex): Uint8Array {
  const { dictionary, documents, postings, holding } = index.parts();
  const { units, starts: termStarts, slots } = dictionary.parts();
  const { keys, lengths, starts: documentStarts, terms: documentTerms } = documents.parts();
  const { starts: listStarts, documents: listDocuments, frequencies } = postings.sealed;
  return joined({
    units,
    termStarts,
    slots,
    lengths,
    documentStarts,
    documentTerms,
    listStarts,
    listDocuments,
    frequencies,
    holding: holding.slice(0, dictionary.size),
    keys: Buffer.from(JSON.stringify(keys), "utf8"),
  });
}

/** The index that gave the bytes; undefined where they cannot be one. Changing it leaves the bytes as they are. */
export function indexFromBytes(bytes: Uint8Array): SearchIndex | undefined {
  const parts = divided(bytes.byteOffset % 4 === 0 ? bytes : bytes.slice());
  const keys = parts && keysOf(parts.keys);
  if (parts === undefined || keys === undefined) return undefined;
  const lengths = long(parts.lengths);
  const termStarts = long(parts.termStarts);
  const listStarts = long(parts.listStarts);
  if (keys.length !== lengths.length || termStarts.length !== listStarts.length) return undefined;
  return new SearchIndex({
    dictionary: new TermDictionary({
      units: short(parts.units),
      starts: termStarts,
      slots: long(parts.slots),
    }),
    documents: new DocumentTable({
      keys,
      lengths,
      starts: long(parts.documentStarts),
      terms: long(parts.documentTerms),
    }),
    postings: new Postings({
      starts: listStarts,
      documents: long(parts.listDocuments),
      frequencies: short(parts.frequencies),
    }),
    holding: long(parts.holding),
  });
}

function joined(arrays: Record<Section, Uint8Array | Uint16Array | Uint32Array>): Uint8Array {
  const total = sections.reduce((sum, section) => sum + padded(arrays[section].byteLength), headBytes);
  const bytes = new Uint8Array(total);
  const head = new DataView(bytes.buffer, 0, headBytes);
  let at = headBytes;
  for (const [place, section] of sections.entries()) {
    const { buffer, byteOffset, byteLength } = arrays[section];
    head.setUint32(place * 4, byteLength, true);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

function divided(bytes: Uint8Array): Record<Section, Uint8Array> | undefined {
  if (bytes.byteLength < headBytes) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
  const parts: Partial<Record<Section, Uint8Array>> = {};
  let at = headBytes;
  for (const [place, section] of sections.entries()) {
    const length = head.getUint32(place * 4, true);
    if (at + length > bytes.byteLength) return undefined;
    parts[section] = bytes.subarray(at, at + length);
    at += padded(length);
  }
  return parts as Record<Section, Uint8Array>;
}

function keysOf(bytes: Uint8Array): string[] | undefined {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const keys: unknown = JSON.parse(text);
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

/** What is remembered, and the index made of it, as bytes and back. */
import { Buffer } from "node:buffer";
import { stampWidth } from "../storage/index.ts";
import { linesFromBytes, linesToBytes } from "./lines.ts";
import { indexFromBytes, indexToBytes } from "./index-bytes.ts";
import { state, type RememberedFolder } from "./remembered.ts";
import type { SearchIndex } from "./search-index.ts";

/** Changes with the form of the bytes made here. */
export const cacheForm = "3";

export interface Remembered {
  folders: RememberedFolder[];
  index: SearchIndex;
}

const sectionsOfFolder = 8;

/** Four bytes for the number of sections, four for the length of each, then each at a multiple of eight. */
export function rememberedToBytes({ folders, index }: Remembered): Uint8Array {
  const sections = [...folders.flatMap(folderSections), indexToBytes(index)];
  const head = padded(4 * (sections.length + 1));
  const bytes = new Uint8Array(sections.reduce((sum, { byteLength }) => sum + padded(byteLength), head));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, sections.length, true);
  let at = head;
  for (const [number, section] of sections.entries()) {
    view.setUint32(4 * (number + 1), section.byteLength, true);
    bytes.set(section, at);
    at += padded(section.byteLength);
  }
  return bytes;
}

// No file name holds a slash.
function folderSections({
  path,
  place,
  names,
  stamps,
  states,
  marks,
  facts,
}: RememberedFolder): Uint8Array[] {
  return [
    textBytes(JSON.stringify([path, place])),
    textBytes(names.join("/")),
    new Uint8Array(stamps.buffer, stamps.byteOffset, stamps.byteLength),
    states,
    ...linesToBytes(marks, states.length),
    ...linesToBytes(facts, states.length),
  ];
}

/** What gave the bytes; undefined where they cannot be that. */
export function rememberedFromBytes(bytes: Uint8Array): Remembered | undefined {
  const sections = sectionsOf(bytes);
  const indexBytes = sections?.pop();
  if (sections === undefined || indexBytes === undefined || sections.length % sectionsOfFolder !== 0) return;
  const folders: RememberedFolder[] = [];
  for (let first = 0; first < sections.length; first += sectionsOfFolder) {
    const folder = folderOf(sections.slice(first, first + sectionsOfFolder));
    if (folder === undefined) return undefined;
    folders.push(folder);
  }
  const index = indexFromBytes(indexBytes);
  if (index === undefined || index.size !== countIndexed(folders)) return undefined;
  return { folders, index };
}

function folderOf(sections: readonly Uint8Array[]): RememberedFolder | undefined {
  const [place, names, stamps, states, markStarts, marks, factStarts, facts] = sections;
  if (!place || !names || !stamps || !states || !markStarts || !marks || !factStarts || !facts)
    return undefined;
  const where: unknown = JSON.parse(textOf(place));
  if (!Array.isArray(where) || typeof where[0] !== "string" || typeof where[1] !== "string") return undefined;
  const count = states.length;
  const folder = {
    path: where[0],
    place: where[1],
    names: count === 0 ? [] : textOf(names).split("/"),
    stamps: new Float64Array(stamps.buffer, stamps.byteOffset, stamps.byteLength / 8),
    states,
    marks: linesFromBytes(markStarts, marks),
    facts: linesFromBytes(factStarts, facts),
  };
  const isWhole = folder.names.length === count && folder.stamps.length === count * stampWidth;
  return isWhole ? folder : undefined;
}

function sectionsOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 4) return undefined;
  const count = view.getUint32(0, true);
  const head = padded(4 * (count + 1));
  if (head > bytes.byteLength) return undefined;
  const sections: Uint8Array[] = [];
  let at = head;
  for (let number = 1; number <= count; number += 1) {
    const length = view.getUint32(4 * number, true);
    if (at + length > bytes.byteLength) return undefined;
    sections.push(bytes.subarray(at, at + length));
    at += padded(length);
  }
  return sections;
}

function countIndexed(folders: readonly RememberedFolder[]): number {
  let count = 0;
  for (const { states } of folders) for (const each of states) if ((each & state.indexed) !== 0) count += 1;
  return count;
}

function textBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function padded(length: number): number {
  return (length + 7) & ~7;
}

import { basename, dirname } from "node:path";
import { notesTitle, readForeignIndex, type ForeignFile } from "../memory/index.ts";
import { cutCharacters, indexName, oneLine, renderFrontmatter } from "../text/index.ts";
import type { ForeignFolder } from "./foreign-files.ts";

/** What is to come of another agent's folder, and what is not. */
export interface ForeignList {
  /** Its memories in the order of its index; what the index itself holds beside is one more. */
  files: ForeignFile[];
  /** Half a sentence on each. */
  skipped: { file: string; reason: string }[];
}

/** Goes through a folder by its index. */
export function listForeign({ folder, index, files, skipped }: ForeignFolder): ForeignList {
  const { entries, notes, explanation } = readForeignIndex(index?.text ?? "");
  const listed = new Map(entries.toReversed().map((entry) => [entry.file, entry]));
  const places = new Map([...listed.keys()].toReversed().map((file, at) => [file, at]));
  const placeOf = ({ name }: { name: string }): number => places.get(name) ?? places.size;
  const ordered = files
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((file) => ({ ...file, hook: listed.get(file.name)?.hook ?? "" }));
  const missing = missingOf([...listed.values()].toReversed(), [
    ...files.map(({ name }) => name),
    ...skipped.map(({ file }) => file),
  ]);
  return {
    files: [...ordered, ...notesOf(notes, { folder, modified: index?.modified })],
    skipped: [...skipped, ...missing, ...(explanation === null ? [] : [leftOut(explanation)])],
  };
}

/** The entries for which there is no file. */
function missingOf(
  entries: readonly { file: string; line: number }[],
  names: readonly string[],
): ForeignList["skipped"] {
  const there = new Set(names.map(asOnDisk));
  return entries
    .filter(({ file }) => !there.has(asOnDisk(file)))
    .map(({ file, line }) => ({
      file,
      reason: `line ${line} of ${indexName} names it, and it is not there`,
    }));
}

/** Many disks know a name whatever its case. */
function asOnDisk(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function leftOut({ first, last }: { first: number; last: number }): ForeignList["skipped"][number] {
  const lines = first === last ? `line ${first} tells` : `lines ${first} to ${last} tell`;
  return { file: indexName, reason: `${lines} what its list is; all else of it comes` };
}

function notesOf(
  notes: string,
  { folder, modified }: { folder: string; modified: Date | undefined },
): ForeignFile[] {
  if (notes === "") return [];
  const file = (name: string): ForeignFile => notesFile(name, notes, modified);
  return [{ ...file(notesTitle(indexName)), otherwise: file(notesTitle(indexName, labelOf(folder))) }];
}

/** By what a person knows a folder: its own name and that of the one around it. */
function labelOf(folder: string): string {
  return cutCharacters(oneLine(`${basename(dirname(folder))}/${basename(folder)}`), 60);
}

function notesFile(name: string, notes: string, modified = new Date()): ForeignFile {
  const header = [
    { key: "name", value: name },
    { key: "description", value: "what another agent had noted in its MEMORY.md and in no file of its own" },
    { key: "type", value: "project" },
  ];
  return { name: indexName, text: renderFrontmatter(header, notes), modified };
}

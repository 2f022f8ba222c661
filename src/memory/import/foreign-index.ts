import { isMemoryFile } from "../../text/index.ts";
import { slugOf } from "../folders.ts";
import { scanIndex } from "../index-file.ts";
import { notesBeside, tells } from "./notes-beside.ts";
import { withoutComments } from "./without-comments.ts";

/** What another agent's `MEMORY.md` says: an index, a notebook, or both. */
export interface ForeignIndex {
  /** Files in the order of their lines, with what stands behind the link and the number of the line. */
  entries: { file: string; hook: string; line: number }[];
  /** What it holds that no file does, as Markdown; empty for an index alone. */
  notes: string;
  /** Numbers of the lines that explain the list and are no notes. */
  explanation: { first: number; last: number } | null;
}

/** Reads it. Without entries all of it is notes, else what stands beside them. */
export function readForeignIndex(source: string): ForeignIndex {
  const { text, numbers } = withoutComments(source);
  const lines = scanIndex(text).map(({ start, end, entry }) => {
    const file = entry !== null && isMemoryFile(entry.file) ? entry.file : null;
    return { line: text.slice(start, end), file, isEntry: file !== null };
  });
  const numberOf = (place: number): number => numbers[place] ?? place + 1;
  const entries = lines.flatMap(({ line, file }, place) =>
    file === null ? [] : [{ file, hook: hookOf(line), line: numberOf(place) }],
  );
  const beside = entries.length === 0 ? null : notesBeside(lines);
  const notes = beside?.lines ?? lines.map(({ line }) => line);
  const explanation = beside?.explanation ?? null;
  return {
    entries,
    notes: notes.some(tells) ? `${notes.join("\n").trim()}\n` : "",
    explanation: explanation && { first: numberOf(explanation.first), last: numberOf(explanation.last) },
  };
}

/** What a line says behind its link. */
function hookOf(line: string): string {
  const [, hook = ""] = /\]\([^)]*\)[*_`]*\s*(?:\([^)]*\)\s*)?[-–—:]*\s*(.*)$/u.exec(line) ?? [];
  return hook.trim();
}

/** A title for a memory that is made of notes; with a folder, one for those of another notebook. */
export function notesTitle(file: string, folder?: string): string {
  return `notes from ${slugOf(file)}${folder === undefined ? "" : ` in ${folder}`}`;
}

/** Whether two texts are the same notebook at different times: a third of the shorter one's lines are in the other too. */
export function isSameNotebook(one: string, other: string): boolean {
  const [fewer, more] = [factsIn(one), factsIn(other)].toSorted((first, second) => first.size - second.size);
  if (fewer === undefined || more === undefined) return false;
  const shared = [...fewer].filter((line) => more.has(line)).length;
  return shared > 0 && shared * 3 >= fewer.size;
}

// Any two notebooks may have a heading in common, or open a block of code in the same way.
function factsIn(text: string): Set<string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Set(lines.filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^(?:#|```|~~~)/.test(line)));
}

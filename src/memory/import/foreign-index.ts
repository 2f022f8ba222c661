import { isMemoryFile } from "../../text/index.ts";
import { slugOf } from "../folders.ts";
import { scanIndex } from "../index-file.ts";

/** What another agent's `MEMORY.md` says: an index, a notebook, or both. */
export interface ForeignIndex {
  /** Files in the order of their lines, with what stands behind the link. */
  entries: { file: string; hook: string }[];
  /** What it holds that no file does, as Markdown; empty for an index alone. */
  notes: string;
}

/** Reads it. Without entries all of it is notes; beside entries only list items are, as prose there explains the list. */
export function readForeignIndex(text: string): ForeignIndex {
  const body = withoutComments(text.replace(/^\uFEFF?---\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/, ""));
  const lines = scanIndex(body).map(({ start, end, entry }) => ({ line: body.slice(start, end), entry }));
  const entries = lines.flatMap(({ line, entry }) =>
    entry !== null && isMemoryFile(entry.file) ? [{ file: entry.file, hook: hookOf(line) }] : [],
  );
  const others = lines.filter(({ entry }) => entry === null).map(({ line }) => line);
  const notes = entries.length === 0 ? others : listItems(others);
  const hasWords = notes.some((line) => line.trim() !== "" && !/^\s{0,3}#/.test(line));
  return { entries, notes: hasWords ? `${notes.join("\n").trim()}\n` : "" };
}

// By hand, since a pattern would look through the rest of the file for each comment that is never closed.
function withoutComments(text: string): string {
  let result = "";
  for (let at = 0; ;) {
    const begin = text.indexOf("<!--", at);
    const end = begin < 0 ? -1 : text.indexOf("-->", begin);
    if (end < 0) return result + text.slice(at);
    result += text.slice(at, begin);
    at = end + "-->".length;
  }
}

/** What a line says behind its link. */
function hookOf(line: string): string {
  const [, hook = ""] = /\]\([^)]*\)[*_`]*\s*(?:\([^)]*\)\s*)?[-–—:]*\s*(.*)$/u.exec(line) ?? [];
  return hook.trim();
}

/** List items with the lines that go on with them. */
function listItems(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let isInside = false;
  for (const line of lines) {
    const isItem = /^\s*(?:[-*+]|\d+[.)])\s+\S/.test(line);
    isInside = isItem || (isInside && /^\s+\S/.test(line));
    if (isInside) kept.push(line);
  }
  return kept;
}

/** A title for a memory that is made of notes; with a folder, one for those of another notebook. */
export function notesTitle(file: string, folder?: string): string {
  return `notes from ${slugOf(file)}${folder === undefined ? "" : ` in ${folder}`}`;
}

/** Whether two texts have a line in common that is no heading: the same notebook, at another time. */
export function shareLine(one: string, other: string): boolean {
  const lines = new Set(factsIn(one));
  return factsIn(other).some((line) => lines.has(line));
}

function factsIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith("#"));
}

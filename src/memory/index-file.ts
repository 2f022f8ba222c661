import { countBytes, linesOf, startOf, type Line } from "../text/index.ts";

import { readEntry, type IndexEntry } from "./index-entry.ts";

/**
 * Editing MEMORY.md as the person's file it is: headings, prose, tables, line ends and a missing
 * last newline stay; a save changes or adds one line, and a delete takes back exactly what a save
 * added. All of it is pure, and linear in the index.
 */

export interface IndexLine extends Line {
  entry: IndexEntry | null;
}

/** The lines of an index. What stands in a code block or in an HTML comment is no entry. */
export function scanIndex(text: string): IndexLine[] {
  const lines = linesOf(text, startOf(text));
  const hidden = hiddenLines(text, lines);
  return lines.map((line, position) => ({
    ...line,
    entry: hidden.has(position) ? null : readEntry(text.slice(line.start, line.end)),
  }));
}

const FENCE_OPENING = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;

/** A block or comment that is closed nowhere hides nothing: it is a slip, and the entries below it count. */
function hiddenLines(text: string, lines: Line[]): Set<number> {
  const hidden = new Set<number>();
  if (!/```|~~~|<!--/.test(text)) return hidden;
  const closingFence = fenceFinder(text, lines);
  const lastCommentEnd = text.lastIndexOf("-->");
  let position = 0;
  while (position < lines.length) {
    const source = sourceOf(text, lines[position]);
    const fence = FENCE_OPENING.exec(source)?.[1];
    const end = fence ? closingFence(fence, position) : commentEnd(text, { lines, position, lastCommentEnd });
    for (let inside = fence ? position : position + 1; inside <= (end ?? -1); inside += 1) hidden.add(inside);
    position = (end ?? position) + 1;
  }
  return hidden;
}

function sourceOf(text: string, line: Line | undefined): string {
  return line ? text.slice(line.start, line.end) : "";
}

/** Finds the line that closes a fence. Asked for ever later positions, it does not search again for what it once did not find. */
function fenceFinder(text: string, lines: Line[]): (opening: string, position: number) => number | undefined {
  const closings = lines.flatMap((line, position) => {
    const fence = FENCE_CLOSING.exec(sourceOf(text, line))?.[1];
    return fence === undefined ? [] : [{ position, fence }];
  });
  let next = 0;
  // Shortest fence of each kind that is known to be closed nowhere further down.
  const open = new Map<string, number>();
  return (opening, position) => {
    const kind = opening.charAt(0);
    if (opening.length >= (open.get(kind) ?? Infinity)) return undefined;
    while ((closings[next]?.position ?? Infinity) <= position) next += 1;
    for (let at = next; at < closings.length; at += 1) {
      if (closings[at]?.fence.startsWith(opening)) return closings[at]?.position;
    }
    open.set(kind, opening.length);
    return undefined;
  };
}

/** Position of the line on which a comment opened on this line, and not closed on it, ends. */
function commentEnd(
  text: string,
  { lines, position, lastCommentEnd }: { lines: Line[]; position: number; lastCommentEnd: number },
): number | undefined {
  const line = lines[position];
  if (!line || lastCommentEnd < line.end) return undefined;
  const source = sourceOf(text, line).replace(/(`+)[^`]+\1|\\<|<!--.*?-->/g, " ");
  if (!source.includes("<!--")) return undefined;
  const end = text.indexOf("-->", line.end);
  for (let later = position + 1; later < lines.length; later += 1) {
    if ((lines[later]?.end ?? 0) >= end) return later;
  }
  return undefined;
}

/** Where a line ends, counted from the beginning of the index. */
export interface IndexPosition {
  lines: number;
  bytes: number;
}

export interface EntryEdit {
  file: string;
  /** Makes the line; called with the list mark to keep, or without one for a new line. */
  render: (mark?: string) => string;
  /** Whether a line that is there already is written anew. A person's own wording stays otherwise. */
  rewrite: boolean;
  /** Whether a line that ends there is seen by a new session. */
  isInside: (position: IndexPosition) => boolean;
}

export interface EditedIndex {
  text: string;
  change: "added" | "replaced" | "moved" | "kept";
  position: IndexPosition;
}

/**
 * The index with exactly one line for the file: changed where it stands, moved to the front when a
 * session would not see it there, else added before the first entry. Further lines for it are mended.
 */
export function saveEntry(index: string | null, edit: EntryEdit): EditedIndex {
  const text = withoutDuplicates(index ?? "", edit.file);
  const lines = scanIndex(text);
  const found = lines.findIndex((line) => line.entry?.file === edit.file);
  const line = lines[found];
  if (!line) return placed(addLine(text, lines, edit.render()), edit.file, "added");
  const shown = edit.rewrite ? edit.render(line.entry?.mark) : text.slice(line.start, line.end);
  const replaced = text.slice(0, line.start) + shown + text.slice(line.end);
  const isFirst = lines.findIndex((other) => other.entry !== null) === found;
  const inPlace = placed(replaced, edit.file, replaced === text ? "kept" : "replaced");
  if (isFirst || edit.isInside(inPlace.position)) return inPlace;
  const without = removeLine(text, lines, found);
  return placed(addLine(without, scanIndex(without), shown.trimStart()), edit.file, "moved");
}

/** The index without any line for the file; null when no byte is left. */
export function removeEntry(index: string | null, file: string): string | null {
  let text = index ?? "";
  for (;;) {
    const lines = scanIndex(text);
    const found = lines.findLastIndex((line) => line.entry?.file === file);
    if (found === -1) return text === "" ? null : text;
    text = removeLine(text, lines, found);
  }
}

function withoutDuplicates(index: string, file: string): string {
  let text = index;
  for (;;) {
    const lines = scanIndex(text);
    const all = lines.filter((line) => line.entry?.file === file);
    const last = all.at(-1);
    if (all.length < 2 || !last) return text;
    text = removeLine(text, lines, lines.indexOf(last));
  }
}

/** A line goes with its line end; the last one without, with the line end before it. */
function removeLine(text: string, lines: readonly Line[], position: number): string {
  const line = lines[position];
  if (!line) return text;
  if (line.ending !== "") return text.slice(0, line.start) + text.slice(line.end + line.ending.length);
  const before = lines[position - 1];
  return before ? text.slice(0, before.end) : text.slice(0, line.start);
}

function addLine(text: string, lines: readonly IndexLine[], added: string): string {
  const first = lines.findIndex((line) => line.entry !== null);
  const line = lines[first];
  if (line) {
    // It stands in the list that the first entry is in, nested as that one is.
    const indent = /^[ \t]*/.exec(line.entry?.mark ?? "")?.[0] ?? "";
    const ending = line.ending || lines[first - 1]?.ending || "\n";
    return text.slice(0, line.start) + indent + added + ending + text.slice(line.start);
  }
  const last = lines.at(-1);
  if (!last) return `${text}${added}\n`;
  if (last.ending !== "") return text + added + last.ending;
  // A lone carriage return at the end must not become part of the line end that is put behind it.
  const ending = text.endsWith("\r") ? "\r\n" : lines.at(-2)?.ending || "\n";
  return text + ending + added;
}

function placed(text: string, file: string, change: EditedIndex["change"]): EditedIndex {
  const lines = scanIndex(text);
  const position = lines.findIndex((line) => line.entry?.file === file);
  const end = lines[position]?.end ?? text.length;
  return {
    text,
    change,
    position: { lines: position + 1, bytes: countBytes(text.slice(startOf(text), end)) + 1 },
  };
}

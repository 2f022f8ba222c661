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
  const scanned: IndexLine[] = [];
  for (const { start, end, ending } of lines) {
    const entry = hidden?.has(scanned.length) ? null : readEntry(text.slice(start, end));
    scanned.push({ start, end, ending, entry });
  }
  return scanned;
}

const FENCE_OPENING = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;

/** A block or comment that is closed nowhere hides nothing: it is a slip, and the entries below it count. */
function hiddenLines(text: string, lines: Line[]): Set<number> | null {
  if (!/```|~~~|<!--/.test(text)) return null;
  const hidden = new Set<number>();
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
  /** Whether the line, which ends there in that index, is seen by a new session. */
  isInside: (position: IndexPosition, index: string) => boolean;
}

export interface EditedIndex {
  text: string;
  change: "added" | "replaced" | "moved" | "kept";
  /** The entry's line as it is now. */
  line: string;
  position: IndexPosition;
  /** The scan of `text`, where it follows from the one of the index before. */
  lines?: readonly IndexLine[];
}

/**
 * The index with exactly one line for the file: changed where it stands, moved to the front when a
 * session would not see it there, else added before the first entry. Further lines for it are mended.
 * `lines` is the scan of the index, where the caller has one already.
 */
export function saveEntry(
  index: string,
  edit: EntryEdit,
  lines: readonly IndexLine[] = scanIndex(index),
): EditedIndex {
  const found = lines.findIndex((line) => line.entry?.file === edit.file);
  const line = lines[found];
  if (!line) return added(index, lines, edit.render());
  const further = lines.findLastIndex((other) => other.entry?.file === edit.file);
  if (further !== found) {
    // A merge may have put a stale line in front of the one that says what the header says.
    const { start = 0, end = 0, entry } = lines[further] ?? {};
    const isCurrent = index.slice(start, end) === edit.render(entry?.mark);
    return saveEntry(removeLine(index, lines, further), isCurrent ? { ...edit, rewrite: true } : edit);
  }
  const shown = edit.rewrite ? edit.render(line.entry?.mark) : index.slice(line.start, line.end);
  const text = index.slice(0, line.start) + shown + index.slice(line.end);
  const position = positionAt(text, line.start + shown.length);
  const isFirst = lines.findIndex((other) => other.entry !== null) === found;
  if (isFirst || edit.isInside(position, text)) {
    return { text, change: text === index ? "kept" : "replaced", line: shown, position };
  }
  const without = removeLine(index, lines, found);
  const moved = added(without, scanIndex(without), shown.trimStart());
  return { text: moved.text, change: "moved", line: moved.line, position: moved.position };
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

/** A line goes with its line end; the last one without, with the line end before it. */
function removeLine(text: string, lines: readonly Line[], position: number): string {
  const line = lines[position];
  if (!line) return text;
  if (line.ending !== "") return text.slice(0, line.start) + text.slice(line.end + line.ending.length);
  const before = lines[position - 1];
  return before ? text.slice(0, before.end) : text.slice(0, line.start);
}

function added(text: string, lines: readonly IndexLine[], content: string): EditedIndex {
  const { at, before, line, after } = placeForNew(text, lines, content);
  const result = text.slice(0, at) + before + line + after + text.slice(at);
  const scanned = before === "" && after !== "" ? withLine(lines, { at, line, ending: after }) : null;
  return {
    text: result,
    change: "added",
    line,
    position: positionAt(result, at + before.length + line.length),
    ...(scanned && { lines: scanned }),
  };
}

// What could hide the lines below, or end a line within this one.
const CHANGES_OTHERS = /```|~~~|<!--|-->|[\r\n]/;

/** The scan of an index with a line put in front of an entry; null where the line could mean more than itself. */
function withLine(
  lines: readonly IndexLine[],
  { at, line, ending }: { at: number; line: string; ending: Line["ending"] },
): IndexLine[] | null {
  const position = lines.findIndex(({ start }) => start === at);
  if (position === -1 || CHANGES_OTHERS.test(line)) return null;
  const end = at + line.length;
  const shift = end + ending.length - at;
  const below = lines.slice(position).map((each) => ({
    start: each.start + shift,
    end: each.end + shift,
    ending: each.ending,
    entry: each.entry,
  }));
  return [...lines.slice(0, position), { start: at, end, ending, entry: readEntry(line) }, ...below];
}

/** Where a new line goes, and what stands between it and its neighbours. */
function placeForNew(
  text: string,
  lines: readonly IndexLine[],
  line: string,
): { at: number; before: string; line: string; after: Line["ending"] } {
  const first = lines.findIndex(({ entry }) => entry !== null);
  const entryLine = lines[first];
  if (entryLine) {
    // It stands in the list that the first entry is in, nested as that one is.
    const indent = /^[ \t]*/.exec(entryLine.entry?.mark ?? "")?.[0] ?? "";
    const after = entryLine.ending || lines[first - 1]?.ending || "\n";
    return { at: entryLine.start, before: "", line: indent + line, after };
  }
  const at = text.length;
  const last = lines.at(-1);
  if (!last) return { at, before: "", line, after: "\n" };
  if (last.ending !== "") return { at, before: "", line, after: last.ending };
  // A lone carriage return at the end must not become part of the line end that is put behind it.
  return { at, before: text.endsWith("\r") ? "\r\n" : lines.at(-2)?.ending || "\n", line, after: "" };
}

/** Position of the line that ends at an offset; its line end counts. */
function positionAt(text: string, end: number): IndexPosition {
  const start = startOf(text);
  return { lines: countLineEnds(text, end) + 1, bytes: countBytes(text.slice(start, end)) + 1 };
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Lines and bytes of a whole index. */
export function sizeOf(index: string): IndexPosition {
  const unfinished = index === "" || index.endsWith("\n") ? 0 : 1;
  return { lines: countLineEnds(index, index.length) + unfinished, bytes: countBytes(index) };
}

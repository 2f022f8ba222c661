import type { Limits } from "../limits/index.ts";
import { byteOrderMark, countBytes, cutBytes, escapeUnseen, formatCount } from "../text/index.ts";

import { scanIndex, type IndexLine, type IndexPosition } from "./index-file.ts";
import type { Scope } from "./types.ts";

/**
 * The index as a new session sees it: only what leads somewhere, only what was trusted, and no more
 * than the limits. A cut is never silent: it stands in the text, with what was left out.
 */

/** One folder's index and what is known of its files. */
export interface IndexSource {
  /** MEMORY.md, or null without one. */
  text: string | null;
  /** The scan of the text, if it was made. */
  lines?: readonly IndexLine[] | undefined;
  /** Names of the memory files that may be shown. */
  files: ReadonlySet<string>;
  /** Whether a line may be shown; entries also need their file. */
  isTrusted?: (line: string) => boolean;
}

export interface ViewLine {
  text: string;
  /** The memory file of an entry line. */
  file: string | null;
}

export interface SourceView {
  lines: ViewLine[];
  filesWithoutLine: string[];
  linesWithoutFile: string[];
  /** Lines left out because nobody here has trusted them. */
  heldLines: number;
}

/** The lines of one index that are shown, and where index and files disagree. */
export function viewSource({ text, lines, files, isTrusted = () => true }: IndexSource): SourceView {
  const view: SourceView = { lines: [], filesWithoutLine: [], linesWithoutFile: [], heldLines: 0 };
  const seen = new Set<string>();
  for (const line of lines ?? scanIndex(text ?? "")) {
    const source = (text ?? "").slice(line.start, line.end);
    const file = line.entry?.file ?? null;
    // A mark that an editor put in front of the file is part of its first line to whoever trusted that.
    const isHeld = !isTrusted(source) && !(line.start === 1 && isTrusted(byteOrderMark + source));
    if (isHeld) {
      view.heldLines += 1;
    } else if (file === null) {
      view.lines.push({ text: source, file });
    } else if (!files.has(file)) {
      view.linesWithoutFile.push(file);
    } else if (!seen.has(file)) {
      seen.add(file);
      view.lines.push({ text: source, file });
    }
  }
  while (view.lines.at(-1)?.text.trim() === "") view.lines.pop();
  view.filesWithoutLine = [...files].filter((file) => !seen.has(file)).toSorted();
  return view;
}

/** How much of what is loaded an index takes: in all, and up to the line of one file. */
export interface ViewSize {
  whole: IndexPosition;
  upTo: IndexPosition;
}

// Printable ASCII, the marks daybook writes, CJK but for its one filler that nobody sees.
const PLAIN = /^[\n\r -~—…\u3000-\u3163\u3165-\u9fff\uff00-\uff9f]*$/;

/** Measures what a session loads of an index. A file without a line counts as the shortest line for it. */
export function measureView(source: IndexSource, file: string): ViewSize {
  const { lines, filesWithoutLine } = viewSource(source);
  const made = filesWithoutLine.map((name) => ({ text: `- [](${name})`, file: name }));
  // One look at the whole tells for nearly every index that none of its lines is shown otherwise.
  const isPlain = PLAIN.test(source.text ?? "");
  const whole: IndexPosition = { lines: 0, bytes: 0 };
  let upTo: IndexPosition | null = null;
  for (const line of [...lines, ...made]) {
    whole.lines += 1;
    whole.bytes += bytesOf(isPlain ? line.text : shownLine(line));
    if (upTo === null && line.file === file) upTo = { ...whole };
  }
  return { whole, upTo: upTo ?? whole };
}

/** A line without what nobody sees. */
function shownLine({ text }: ViewLine): string {
  return escapeUnseen(text.replaceAll("\t", "  "));
}

export interface CutIndex {
  text: string;
  /** Memories inside the loaded part, and in all. */
  loaded: number;
  total: number;
  /** Of all lines, loaded or not. */
  lines: number;
  bytes: number;
  /** The sentence that says what was left out; it is the last line of the text. */
  cut: string | null;
}

/** The text that is loaded: whole lines up to both limits. */
export function cutIndex(
  lines: readonly ViewLine[],
  { scope, limits }: { scope: Scope; limits: Limits },
): CutIndex {
  const total = countMemories(lines);
  const kept = fitting(lines, limits);
  if (kept.reason === null) {
    const joined = kept.shown.join("\n");
    const text = joined.trim() === "" ? "(No memories saved yet.)" : joined;
    return { text, loaded: total, total, lines: lines.length, bytes: kept.bytes, cut: null };
  }
  const bytes = bytesOf(lines.map(({ text }) => text).join("\n"));
  const cut = cutSentence(lines, { ...kept, bytes, reason: kept.reason, scope, limits });
  const text = [...kept.shown, ...kept.partial, cut].join("\n");
  return { text, loaded: countMemories(lines, kept.shown.length), total, lines: lines.length, bytes, cut };
}

function countMemories(lines: readonly ViewLine[], end = lines.length): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) if (lines[at]?.file !== null) count += 1;
  return count;
}

interface Fitting {
  /** Whole lines that fit, as they are shown. */
  shown: string[];
  /** The beginning of a line that is longer than a whole index may be. */
  partial: string[];
  /** Of the whole lines. */
  bytes: number;
  reason: "lines" | "bytes" | null;
}

function fitting(lines: readonly ViewLine[], limits: Limits): Fitting {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (shown.length >= limits.indexLines) return { shown, partial: [], bytes, reason: "lines" };
    const text = shownLine(line);
    const size = bytesOf(text);
    if (bytes + size > limits.indexBytes) {
      const beginning = size > limits.indexBytes ? cutBytes(text, limits.indexBytes - bytes - 1) : "";
      return { shown, partial: beginning === "" ? [] : [beginning], bytes, reason: "bytes" };
    }
    bytes += size;
    shown.push(text);
  }
  return { shown, partial: [], bytes, reason: null };
}

/** A line counts with its line end. */
function bytesOf(line: string): number {
  return countBytes(line) + 1;
}

function cutSentence(
  lines: readonly ViewLine[],
  {
    scope,
    limits,
    shown,
    partial,
    bytes,
    reason,
  }: Fitting & { reason: "lines" | "bytes"; scope: Scope; limits: Limits },
): string {
  const count = shown.length;
  const limit =
    reason === "lines"
      ? `${formatCount(limits.indexLines)} lines`
      : `${formatCount(limits.indexBytes)} bytes`;
  const dropped = lines.slice(count).flatMap((line) => line.file ?? []);
  const first = dropped[0];
  const last = dropped.at(-1);
  const range =
    first === undefined || last === undefined
      ? ""
      : first === last
        ? ` (${first})`
        : ` (first ${first}, last ${last})`;
  const left = lines.length - count;
  const cutLine =
    partial.length > 0 ? ` Line ${formatCount(count + 1)} is longer than the limit and was cut.` : "";
  return (
    `[Cut: the ${scope} index MEMORY.md has ${formatCount(lines.length)} lines, ${formatCount(bytes)} bytes; the limit is ${limit}. ` +
    `${formatCount(count)} whole ${count === 1 ? "line is" : "lines are"} loaded, ${formatCount(left)} ${left === 1 ? "is" : "are"} not${range}.${cutLine} ` +
    `Remedy: one line an entry, under ${formatCount(limits.indexLineCharacters)} characters; merge or delete old entries.]`
  );
}

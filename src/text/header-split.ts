import { linesOf, startOf, type Line } from "./lines.ts";

/** Where a file's `---` header lies. Offsets are UTF-16, of the whole text. */
export interface HeaderPlace {
  /** The lines between the fences. */
  lines: Line[];
  /** Start of the first line between the fences. */
  from: number;
  /** Start of the closing fence. */
  to: number;
  /** Start of the body: after the closing fence and one blank line, if there is one. */
  bodyAt: number;
}

export type SplitText =
  | { kind: "header"; place: HeaderPlace }
  /** No header; the body is everything after a byte order mark. */
  | { kind: "none"; bodyAt: number }
  /** A header was opened and never closed. */
  | { kind: "unclosed"; bodyAt: number };

const OPENING = /^\ufeff?---[ \t]*(?:\r?\n|$)/;
const CLOSING = /\n---[ \t]*(?:\r?\n|$)/g;
const FIELD_LINE = /^[\p{L}_][\p{L}\p{N}_-]*[ \t]*:(?:[ \t]|\r?\n|$)/u;

/** Finds the header: `---` on the very first line, and the first line after it that is `---` alone. */
export function splitHeader(text: string): SplitText {
  const none: SplitText = { kind: "none", bodyAt: startOf(text) };
  const opening = OPENING.exec(text);
  if (!opening) return none;
  const from = opening[0].length;
  // The line end of the opening fence may be the one before the closing fence.
  CLOSING.lastIndex = from - 1;
  const closing = CLOSING.exec(text);
  if (!closing) return FIELD_LINE.test(text.slice(from)) ? { ...none, kind: "unclosed" } : none;
  const to = closing.index + 1;
  const lines = linesOf(text.slice(0, to), from);
  // A rule, prose, another rule: a document that begins with a horizontal line has no header.
  if (!looksLikeHeader(text, lines)) return none;
  return { kind: "header", place: { lines, from, to, bodyAt: bodyStart(text, to, closing[0]) } };
}

function looksLikeHeader(text: string, lines: Line[]): boolean {
  const written = lines.map((line) => text.slice(line.start, line.end).trim()).filter((line) => line !== "");
  if (written.length === 0) return true;
  return written.some((line) => /^[^\s#][^:]*:(?:\s|$)/.test(line) || /^[{"']/.test(line));
}

function bodyStart(text: string, to: number, closing: string): number {
  const after = to + closing.length - 1;
  if (text.startsWith("\r\n", after)) return after + 2;
  return text.startsWith("\n", after) ? after + 1 : after;
}

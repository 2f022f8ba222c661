import { DaybookError } from "../../errors/index.ts";

/** A file that is to be changed. */
export interface EditedText {
  text: string;
  /** UTF-16 offset behind the header; 0 where files have none. */
  bodyAt: number;
}

/** A changed text and the offset at which the change begins in it. */
export interface TextChange {
  text: string;
  at: number;
}

/**
 * The text with its one `old` replaced, taken literally. A repeat in the header of a memory does not count against
 * the one in its body: daybook itself makes the description of the first line. Fails with `invalid`.
 */
export function replaceOnce(
  shown: string,
  { text, bodyAt }: EditedText,
  wanted: { old: string; new: string },
): TextChange {
  const isCrlf = hasOnlyCrlf(text);
  const [old, found] = occurrences(text, wanted.old, isCrlf);
  const inBody = found.filter((at) => at >= bodyAt);
  const places = inBody.length > 0 ? inBody : found;
  const [at] = places;
  if (at === undefined) {
    const sentence = `No replacement was performed, old_str \`${wanted.old}\` did not appear verbatim in ${shown}.`;
    throw new DaybookError("invalid", sentence);
  }
  if (places.length > 1) throw ambiguous(text, wanted.old, places);
  const inserted = isCrlf ? toCrlf(wanted.new) : wanted.new;
  return { text: text.slice(0, at) + inserted + text.slice(at + old.length), at };
}

/** Where a text stands, and in which form: a file of CRLF lines also holds what was written with LF. */
function occurrences(text: string, old: string, isCrlf: boolean): [string, number[]] {
  const found = allOf(text, old);
  if (found.length > 0 || !isCrlf) return [old, found];
  const inCrlf = toCrlf(old);
  return [inCrlf, allOf(text, inCrlf)];
}

/** No model looks at more places than these. */
const MOST_PLACES = 100;

function allOf(text: string, old: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + 1)) {
    found.push(at);
    if (found.length > MOST_PLACES) break;
  }
  return found;
}

function ambiguous(text: string, old: string, found: readonly number[]): DaybookError {
  const lines = found.slice(0, MOST_PLACES).map((at) => lineAt(text, at));
  const more = found.length > MOST_PLACES ? ", …" : "";
  return new DaybookError(
    "invalid",
    `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${lines.join(", ")}${more}. Please ensure it is unique`,
  );
}

/** Number of the line, from 1, that an offset stands in. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/**
 * The text with lines inserted behind line `line`; 0 puts them before the first, in a memory before the first of its
 * body. One line end at the end of `insert` is dropped, and the file ends as it did. Fails with `invalid`.
 */
export function insertLines(
  { text, bodyAt }: EditedText,
  wanted: { line: number; shownLine: string; insert: string },
): TextChange {
  const count = countLines(text);
  // A view numbers the empty end behind the last line end, so that its number is taken too.
  const most = text === "" || text.endsWith("\n") ? count + 1 : count;
  if (!Number.isInteger(wanted.line) || wanted.line < 0 || wanted.line > most) {
    throw new DaybookError(
      "invalid",
      `Invalid \`insert_line\` parameter: ${wanted.shownLine}. It should be within the range of lines of the file: [0, ${count}]`,
    );
  }
  const ending = hasOnlyCrlf(text) ? "\r\n" : "\n";
  const plain = wanted.insert.replace(/\r?\n$/u, "");
  const inserted = ending === "\r\n" ? toCrlf(plain) : plain;
  const at = wanted.line === 0 ? bodyAt : offsetBehind(text, Math.min(wanted.line, count));
  const isUnfinished = at === text.length && text !== "" && !text.endsWith("\n");
  if (isUnfinished) return { text: text + ending + inserted, at: at + ending.length };
  return { text: text.slice(0, at) + inserted + ending + text.slice(at), at };
}

/** Lines as people count them: a line end at the end begins no further one. */
function countLines(text: string): number {
  if (text === "") return 0;
  return lineAt(text, text.length) - (text.endsWith("\n") ? 1 : 0);
}

function offsetBehind(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at;
}

/** Whether every line end of a text is CRLF, and there is one. */
function hasOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?:^|[^\r])\n/u.test(text);
}

function toCrlf(text: string): string {
  return text.replace(/\r?\n/gu, "\r\n");
}

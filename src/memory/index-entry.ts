import { countCharacters, cutCharacters, escapeUnseen, indexName } from "../text/index.ts";

/** What an index line says about one memory file. */
export interface IndexEntry {
  /** File name, as `slug.md`. */
  file: string;
  /** The text of its link: the memory's name, unless a person chose another. */
  title: string;
  /** Indentation and list mark, up to the first word: kept when the line is replaced. */
  mark: string;
}

const USUAL = /^([ \t]*[-*+] )\[([^[\]\\`<!]{0,200})\]\(([A-Za-z0-9_][A-Za-z0-9._-]*\.md)\)/;
const LIST_MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
// A first link further in is prose; the bound keeps reading linear on any input.
const REACH = 4096;

/** The entry a line of the index is: a list item whose first link goes to a `.md` name without `/`. */
export function readEntry(line: string): IndexEntry | null {
  // Nearly every line: no escape, code or bracket in the title, a bare ASCII file name.
  const usual = USUAL.exec(line);
  if (usual) {
    const [, usualMark = "", title = "", name = ""] = usual;
    return name === indexName ? null : { file: name, title, mark: usualMark };
  }
  const mark = LIST_MARK.exec(line)?.[0];
  if (mark === undefined) return null;
  const link = firstLink(line.slice(mark.length, mark.length + REACH));
  if (!link) return null;
  const file = fileOf(link.destination);
  return file === null ? null : { file, title: unescapeMarkdown(link.text), mark };
}

interface Link {
  text: string;
  destination: string;
}

const AUTOLINK = /^<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>/;

function firstLink(source: string): Link | null {
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === "\\") at += 2;
    else if (character === "`") at = afterCode(source, at);
    else if (source.startsWith("<!--", at)) {
      const end = source.indexOf("-->", at);
      if (end === -1) return null;
      at = end + 3;
    } else if (character === "<" && AUTOLINK.test(source.slice(at))) return null;
    else if (character === "[") {
      const link = linkAt(source, at);
      if (link && source[at - 1] !== "!") return link.link;
      at = link ? link.end : at + 1;
    } else at += 1;
  }
  return null;
}

/** Behind a code span that begins here, or behind its backticks when it is closed nowhere. */
function afterCode(source: string, at: number): number {
  const run = /^`+/.exec(source.slice(at))?.[0] ?? "`";
  let close = source.indexOf(run, at + run.length);
  while (close !== -1 && source[close + run.length] === "`") {
    const longer = /^`+/.exec(source.slice(close))?.[0] ?? run;
    close = source.indexOf(run, close + longer.length);
  }
  return close === -1 ? at + run.length : close + run.length;
}

const DESTINATION =
  /^\(\s*(?:<((?:[^<>\\]|\\.)*)>|((?:[^\s()<\\]|\\.|\([^\s()]*\))(?:[^\s()\\]|\\.|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;

function linkAt(source: string, at: number): { link: Link; end: number } | null {
  const close = closingBracket(source, at);
  if (close === -1) return null;
  const match = DESTINATION.exec(source.slice(close + 1));
  if (!match) return null;
  const text = source.slice(at + 1, close);
  return { link: { text, destination: match[1] ?? match[2] ?? "" }, end: close + 1 + match[0].length };
}

const LONGEST_TITLE = 1000;

function closingBracket(source: string, at: number): number {
  let depth = 0;
  const last = Math.min(source.length, at + LONGEST_TITLE);
  for (let position = at; position < last; position += 1) {
    const character = source[position];
    if (character === "\\") position += 1;
    else if (character === "`") position = afterCode(source, position) - 1;
    else if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    if (depth === 0) return position;
  }
  return -1;
}

function fileOf(destination: string): string | null {
  const [path = ""] = destination.split("#", 1);
  const file = decode(unescapeMarkdown(path));
  const isName = file.endsWith(".md") && file.length > 3 && !/[/\\\p{Cc}]/u.test(file);
  return isName && file !== indexName ? file : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** What an entry line is made of. */
export interface EntryText {
  file: string;
  name: string;
  description: string;
  /** Kept from the line it replaces; `- ` for a new one. */
  mark?: string;
  /** Code points the line may have. */
  limit: number;
}

export interface RenderedEntry {
  line: string;
  /** Whether name or description did not fit. */
  isCut: boolean;
}

/** The line `- [name](slug.md) — description`, cut with `…` in the description, then in the name, never in the link. */
export function renderEntry(entry: EntryText): RenderedEntry {
  const rendered = fitted(entry, escapeTitle);
  // A lone backtick in the name could swallow the link in a code span with one in the description.
  return readEntry(rendered.line)?.file === entry.file
    ? rendered
    : fitted(entry, (name) => escapeTitle(name).replaceAll("`", "\\`"));
}

/** The title an entry line of this name has, before any cut. */
export function titleOf(name: string): string {
  return escapeUnseen(name).trim();
}

function fitted(
  { file, name, description, mark = "- ", limit }: EntryText,
  escape: (name: string) => string,
): RenderedEntry {
  const title = titleOf(name);
  const hint = escapeUnseen(description).trim().replaceAll("<!--", "\\<!--").replaceAll("-->", COMMENT_END);
  const target = destinationOf(file);
  const line = (shownTitle: string, shownHint: string): string =>
    `${mark}[${escape(shownTitle)}](${target})${shownHint === "" ? "" : ` — ${shownHint}`}`;
  const whole = line(title, hint);
  const excess = countCharacters(whole) - limit;
  if (excess <= 0) return { line: whole, isCut: false };
  const shortHint = hint === "" ? "" : cutCharacters(hint, Math.max(1, countCharacters(hint) - excess));
  let shown = line(title, shortHint);
  for (let length = countCharacters(title) - 1; length > 0 && countCharacters(shown) > limit; length -= 1) {
    shown = line(cutCharacters(title, length), shortHint);
  }
  return { line: shown, isCut: true };
}

// It could end a comment that a person left open above the entry.
const COMMENT_END = "--\\>";

function escapeTitle(title: string): string {
  // A backslash counts only before punctuation, so a Windows path stays readable.
  return title
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replace(/[[\]]/g, "\\$&")
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replaceAll("-->", COMMENT_END);
}

const PLAIN_DESTINATION = /^[\p{L}\p{M}\p{N}._~@+=,;-]+$/u;

function destinationOf(file: string): string {
  if (PLAIN_DESTINATION.test(file)) return file;
  if (!/[<>\\%#\p{C}]/u.test(file)) return `<${file}>`;
  return file.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, (character) => encodeURIComponent(character));
}

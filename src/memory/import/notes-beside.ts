import { explainsList } from "./explains-list.ts";

/** A line of another agent's index. */
export interface ForeignLine {
  line: string;
  /** It stands for a file. */
  isEntry: boolean;
}

/** What is kept of an index beside its entries, and what is not though it is text. */
export interface NotesBeside {
  lines: string[];
  /** Where the opening paragraph stands that tells what the list is, as places of the first and last line. */
  explanation: { first: number; last: number } | null;
}

type Kind = "entry" | "blank" | "heading" | "text" | "code";

interface Sorted {
  line: string;
  kind: Kind;
  /** Of a heading: 1 stands above all others. */
  depth: number;
}

/** All text outside the entries, but for headings with nothing below them and a paragraph that explains the list. */
export function notesBeside(given: readonly ForeignLine[]): NotesBeside {
  const lines = sorted(given);
  const explanation = explanationIn(lines);
  const isKept = lines.map(({ kind }, at) => {
    if (explanation !== null && at >= explanation.first && at <= explanation.last) return false;
    return isText(kind) || (kind === "entry" && goesOn(lines, at));
  });
  keepHeadings(lines, isKept);
  const kept: string[] = [];
  for (const [at, { line, kind }] of lines.entries()) {
    if (isKept[at] === true) kept.push(line);
    else if (kind === "blank" && kept.at(-1) !== "") kept.push("");
  }
  return { lines: kept, explanation };
}

/** Whether a line tells something by itself: no rule, no frame of a table, no heading. */
export function tells(line: string): boolean {
  return /[^\s\-–—_*=+|:.#]/u.test(line) && !HEADING.test(line);
}

// Without a blank behind it only `##` and more: `#12` may be the number of something.
const HEADING = /^ {0,3}(#{1,6}(?=[ \t]|$)|#{2,6}(?=[^#\s]))/;
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
/** A line that only announces what is below it; a sentence may end with `:rocket:`. */
const LABEL = /^\s*(?:[-*+]\s+)?[^\s|>`][^|`]{0,60}(?<!:[\w+-]{1,40})[:：](?:\*\*|__)?\s*$/u;
const LABEL_DEPTH = 7;

function sorted(given: readonly ForeignLine[]): Sorted[] {
  let fence: string | null = null;
  return given.map(({ line, isEntry }) => {
    // An entry is in no block of code, so one that is open here is closed nowhere.
    if (isEntry) fence = null;
    else if (fence !== null) {
      const source = line.trim();
      if (source.startsWith(fence) && /^(?:`+|~+)$/.test(source)) fence = null;
      return { line, kind: "code", depth: 0 };
    } else fence = FENCE.exec(line)?.[1] ?? null;
    const depth = fence === null ? depthOf(line) : 0;
    const kind = isEntry ? "entry" : fence !== null ? "code" : depth > 0 ? "heading" : kindOf(line);
    return { line, kind, depth };
  });
}

function kindOf(line: string): "blank" | "text" {
  return line.trim() === "" ? "blank" : "text";
}

function depthOf(line: string): number {
  return HEADING.exec(line)?.[1]?.length ?? (LABEL.test(line) ? LABEL_DEPTH : 0);
}

function isText(kind: Kind | undefined): boolean {
  return kind === "text" || kind === "code";
}

/** Whether an entry has lines below it that are its own: without it nobody would know what they are about. */
function goesOn(lines: readonly Sorted[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && isText(next.kind) && indentOf(next.line) > indentOf(lines[at]?.line ?? "");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Keeps the headings that have kept text below them, in a section of their own or in one below it. */
function keepHeadings(lines: readonly Sorted[], isKept: boolean[]): void {
  // By depth: whether there is text before the next heading that would end such a section.
  const hasText = Array.from({ length: LABEL_DEPTH + 1 }, () => false);
  for (const [at, { line, kind, depth }] of [...lines.entries()].toReversed()) {
    if (kind === "heading") {
      isKept[at] = hasText[depth] === true;
      hasText.fill(false, depth);
    } else if (isKept[at] === true && tells(line)) hasText.fill(true);
  }
}

const BLOCK = /^\s*(?:[-*+>|]|\d+[.)]\s)/;

/** The first text of the index, if it stands above the entries, is plain prose and only tells what the list is. */
function explanationIn(lines: readonly Sorted[]): { first: number; last: number } | null {
  const first = lines.findIndex(({ kind }) => isText(kind) || kind === "entry");
  const behind = lines.findIndex(
    ({ line, kind }, at) => at >= first && (kind !== "text" || BLOCK.test(line)),
  );
  if (first === -1 || behind <= first) return null;
  const paragraph = lines.slice(first, behind).map(({ line }) => line);
  return explainsList(paragraph.join("\n")) ? { first, last: behind - 1 } : null;
}

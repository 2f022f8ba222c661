import { linesOf, startOf } from "../../text/index.ts";

/** A text without what is in it for no reader. */
export interface BareText {
  text: string;
  /** Of each of its lines the number in the source. */
  numbers: number[];
}

interface Part {
  from: number;
  to: number;
}

// Two rules with prose between them are no header.
const HEADER = /^\uFEFF?---\r?\n(?:[\w-]+:[^]*?\n)?---[ \t]*(?:\r?\n|$)/;

/** The text without a header and HTML comments: other agents are not shown them. Code keeps what looks like one. */
export function withoutComments(source: string): BareText {
  const header = HEADER.exec(source)?.[0].length ?? 0;
  const cuts: { at: number; lines: number }[] = [];
  let text = "";
  let from = 0;
  for (const part of [{ from: 0, to: header }, ...commentsIn(source, header)]) {
    text += source.slice(from, part.from);
    cuts.push({ at: text.length, lines: source.slice(part.from, part.to).split("\n").length - 1 });
    from = part.to;
  }
  text += source.slice(from);
  let cut = 0;
  const numbers = linesOf(text, startOf(text)).map(({ start }, at) => {
    for (; (cuts[0]?.at ?? Infinity) <= start; cuts.shift()) cut += cuts[0]?.lines ?? 0;
    return at + cut + 1;
  });
  return { text, numbers };
}

// A fence, a code span within a line, a `<` that is none, a comment. A run of backticks counts from its beginning only,
// so that a long one is looked at once.
const MARKS = /^[ \t]*(`{3,}(?=[^`\n]*$)|~{3,})|(?<!`)(`+)(?!`)[^`\n]+\2(?!`)|\\<|<!--/gm;

function commentsIn(text: string, start: number): Part[] {
  const comments: Part[] = [];
  const marks = new RegExp(MARKS);
  marks.lastIndex = start;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark, fence] = found;
    if (fence === undefined && mark !== "<!--") continue;
    const isComment = fence === undefined;
    const to = isComment ? text.indexOf("-->", found.index) + 3 : fenceEnd(text, fence, marks.lastIndex);
    // A comment that is closed nowhere is none, and a block of code goes on to the end.
    if (to < marks.lastIndex) break;
    if (isComment) comments.push({ from: found.index, to });
    marks.lastIndex = to;
  }
  return comments;
}

/** Behind the line that closes a fence; -1 without one. */
function fenceEnd(text: string, opening: string, from: number): number {
  const closings = /^[ \t]*(`{3,}|~{3,})[ \t]*\r?$/gm;
  closings.lastIndex = from;
  for (let found = closings.exec(text); found !== null; found = closings.exec(text)) {
    if (found[1]?.startsWith(opening) === true) return closings.lastIndex;
  }
  return -1;
}

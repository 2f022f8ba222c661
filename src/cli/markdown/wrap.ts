import { displayWidth } from "../terminal/display-width.ts";
import { paintedStretches, paintedWidth, withoutColours } from "../terminal/painted.ts";
import type { Paint } from "./styles.ts";

/** A run of text that looks alike. */
export interface Span {
  text: string;
  paint: Paint;
}

/** What is never parted at a line's end, with the blanks before it. */
interface Box {
  gap: Span[];
  spans: Span[];
  width: number;
}

type Line = Span[];

// Han, kana, hangul and full-width forms: a line may end behind each of them.
const WIDE =
  "[\\u1100-\\u115f\\u2e80-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{3fffd}]";
const CHUNK = new RegExp(`\\n|[ \\t]+|${WIDE}\\p{M}*|(?:(?!${WIDE})[^\\n \\t])+`, "gu");
const IS_WIDE = new RegExp(`^${WIDE}`, "u");
// Never first in a line, and never last.
const CLOSING = /^[,.;:!?)\]}%，。、；：！？）】》〉」』”’…％·]/u;
const OPENING = /[([{（【《〈「『“‘]$/u;

/** The spans as lines of at most `width` cells, broken at blanks and between Chinese characters. */
export function wrapSpans(spans: readonly Span[], width: number): string[] {
  return layOut(boxesOf(spans), Math.max(1, width)).map(paintLine);
}

/** A coloured text whose lines are broken where they are too long; what goes on stands under its beginning. */
export function wrapPainted(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => (paintedWidth(line) <= width ? [line] : hangPainted(line, width)))
    .join("\n");
}

function hangPainted(line: string, width: number): string[] {
  const blanks = /^ */u.exec(withoutColours(line))?.[0].length ?? 0;
  const indent = " ".repeat(Math.min(blanks, width >> 1));
  const stretches = paintedStretches(line.trimStart());
  return wrapSpans(stretches, width - indent.length).map((part) => indent + part);
}

/** A remark that begins with a mark of one character: its later lines stand under its words. */
export function hangingLines(span: Span, width: number): string[] {
  return wrapSpans([span], width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** Cells of the spans on one line. */
export function widthOfSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

/** The longest stretch that cannot be broken, in cells. */
export function widestBox(spans: readonly Span[]): number {
  return boxesOf(spans).reduce((most, box) => (box === "break" ? most : Math.max(most, box.width)), 0);
}

function boxesOf(spans: readonly Span[]): (Box | "break")[] {
  const boxes: (Box | "break")[] = [];
  let gap: Span[] = [];
  for (const { text, paint } of spans) {
    for (const [chunk] of text.matchAll(CHUNK)) {
      if (chunk === "\n") {
        boxes.push("break");
        gap = [];
        continue;
      }
      if (/^[ \t]/u.test(chunk)) {
        gap.push({ text: chunk.replaceAll("\t", " "), paint });
        continue;
      }
      const last = boxes.at(-1);
      if (gap.length === 0 && last !== undefined && last !== "break" && staysWith(last, chunk)) {
        last.spans.push({ text: chunk, paint });
        last.width += displayWidth(chunk);
      } else {
        boxes.push({ gap, spans: [{ text: chunk, paint }], width: displayWidth(chunk) });
        gap = [];
      }
    }
  }
  return boxes;
}

function staysWith(box: Box, chunk: string): boolean {
  const before = box.spans.at(-1)?.text ?? "";
  if (CLOSING.test(chunk) || OPENING.test(before)) return true;
  return !IS_WIDE.test(chunk) && !IS_WIDE.test(before.slice(before.search(/.\p{M}*$/u)));
}

function layOut(boxes: readonly (Box | "break")[], width: number): Line[] {
  const lines: Line[] = [[]];
  let used = 0;
  const begin = (): void => {
    lines.push([]);
    used = 0;
  };
  const put = (spans: readonly Span[], cells: number): void => {
    lines.at(-1)?.push(...spans);
    used += cells;
  };
  for (const box of boxes) {
    if (box === "break") {
      begin();
      continue;
    }
    const gap = widthOfSpans(box.gap);
    if (used > 0 && used + gap + box.width <= width) {
      put(box.gap, gap);
      put(box.spans, box.width);
      continue;
    }
    // What fits no line is broken where the line ends, and begins on the line that has room left.
    if (used > 0 && (box.width <= width || used + gap + 1 >= width)) begin();
    if (used > 0) put(box.gap, gap);
    for (const piece of box.width <= width ? [box] : slices(box, { first: width - used, width })) {
      if (used > 0 && used + piece.width > width) begin();
      put(piece.spans, piece.width);
    }
  }
  return lines;
}

function slices(
  box: Box,
  { first, width }: { first: number; width: number },
): Pick<Box, "spans" | "width">[] {
  const pieces = [{ spans: [] as Span[], width: 0 }];
  let room = first;
  for (const { text, paint } of box.spans) {
    for (const character of text) {
      const cells = displayWidth(character);
      let piece = pieces.at(-1);
      if (piece === undefined || (piece.width + cells > room && piece.width > 0)) {
        piece = { spans: [], width: 0 };
        pieces.push(piece);
        room = width;
      }
      piece.spans.push({ text: character, paint });
      piece.width += cells;
    }
  }
  return pieces;
}

function paintLine(line: Line): string {
  let painted = "";
  for (let at = 0; at < line.length;) {
    const paint = line[at]?.paint;
    let text = "";
    for (; at < line.length && line[at]?.paint === paint; at += 1) text += line[at]?.text ?? "";
    painted += paint === undefined ? text : paint(text);
  }
  return painted;
}

/** One line of a text. `start` and `end` are UTF-16 offsets; `end` is before the line end. */
export interface Line {
  start: number;
  end: number;
  /** The line end as written; empty for a last line without one. */
  ending: "" | "\n" | "\r\n";
}

/** The byte order mark that some editors put in front. */
export const byteOrderMark = "\ufeff";

/**
 * The lines of a text from `from` on. Only `\n` and `\r\n` end a line; what follows the last line end
 * is a line only when it is not empty, so that an empty text has none.
 */
export function linesOf(text: string, from = 0): Line[] {
  const lines: Line[] = [];
  let start = from;
  while (start < text.length) {
    const at = text.indexOf("\n", start);
    if (at === -1) {
      lines.push({ start, end: text.length, ending: "" });
      break;
    }
    const carriage = at > start && text.charCodeAt(at - 1) === 13;
    lines.push({ start, end: carriage ? at - 1 : at, ending: carriage ? "\r\n" : "\n" });
    start = at + 1;
  }
  return lines;
}

/** Offset at which the text begins after a byte order mark. */
export function startOf(text: string): number {
  return text.startsWith(byteOrderMark) ? 1 : 0;
}

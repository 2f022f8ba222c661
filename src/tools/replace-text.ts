/** What is put in the place of what. */
export interface Replacement {
  /** Exact text; its line ends match either kind. */
  old: string;
  /** Taken literally. */
  new: string;
  /** Every occurrence rather than the only one. */
  all: boolean;
}

/** The changed text, or why it was left alone: the 1-based lines of the occurrences, none for no match. */
export type Replaced =
  | {
      ok: true;
      text: string;
      /** Occurrences that were replaced. */
      count: number;
    }
  | { ok: false; lines: number[] };

/** As many occurrences are counted where one was wanted. */
export const mostCounted = 1_000;

/**
 * Replaces an exact text. A model never sees the `\r` of a file, so line ends of the old text match either
 * kind, and those of the new text become what the file has at that place. All else stays byte for byte.
 */
export function replaceText(text: string, { old, new: replacement, all }: Replacement): Replaced {
  const view = createView(text);
  const wanted = view.hasCarriageReturns ? withoutCarriageReturns(old) : old;
  const starts = occurrences(view.flat, wanted, { all });
  if (starts.length === 0 || (starts.length > 1 && !all)) {
    return { ok: false, lines: linesAt(view.flat, starts) };
  }
  let result = "";
  let done = 0;
  for (const start of starts) {
    const [from, to] = [view.offsetOf(start), view.offsetOf(start + wanted.length)];
    const inserted = view.hasCarriageReturns ? withLineEndsAt(text, from, replacement) : replacement;
    result += text.slice(done, from) + inserted;
    done = to;
  }
  return { ok: true, text: result + text.slice(done), count: starts.length };
}

interface View {
  /** The text with `\n` as its only line end. */
  flat: string;
  hasCarriageReturns: boolean;
  /** Where an offset of `flat` lies in the text. */
  offsetOf(offset: number): number;
}

function createView(text: string): View {
  const flat = withoutCarriageReturns(text);
  if (flat.length === text.length) return { flat, hasCarriageReturns: false, offsetOf: (offset) => offset };
  const dropped: number[] = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) {
    dropped.push(at - dropped.length);
  }
  return { flat, hasCarriageReturns: true, offsetOf: (offset) => offset + countBelow(dropped, offset) };
}

// How many of the rising numbers are smaller.
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Where there must be only one, those that overlap count too, and a thousand say enough.
function occurrences(text: string, wanted: string, { all }: { all: boolean }): number[] {
  const starts: number[] = [];
  if (wanted === "") return starts;
  const step = all ? wanted.length : 1;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + step)) {
    starts.push(at);
    if (!all && starts.length === mostCounted) break;
  }
  return starts;
}

function withLineEndsAt(text: string, offset: number, inserted: string): string {
  const next = text.indexOf("\n", offset);
  const end = next < 0 ? text.lastIndexOf("\n") : next;
  const flat = withoutCarriageReturns(inserted);
  return text.charAt(end - 1) === "\r" ? flat.replaceAll("\n", "\r\n") : flat;
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function linesAt(text: string, starts: readonly number[]): number[] {
  let line = 1;
  let end = text.indexOf("\n");
  return starts.map((start) => {
    for (; end >= 0 && end < start; end = text.indexOf("\n", end + 1)) line += 1;
    return line;
  });
}

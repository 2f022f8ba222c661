/** One line of a difference, as a person reads it before saying yes. */
export interface DiffLine {
  /** `gap` stands for unchanged lines that are left out, `note` says what no line shows. */
  kind: "same" | "added" | "removed" | "gap" | "note";
  /** Without its line end; of a gap how many lines it stands for; of a note half a sentence. */
  text: string;
  /** 1-based number in the text before; null for an added line. */
  before: number | null;
  /** 1-based number in the text after; null for a removed line. */
  after: number | null;
}

/** The difference of two texts by lines. */
export interface LineDiff {
  lines: DiffLine[];
  added: number;
  removed: number;
}

const AROUND = 3;
// Beyond this many pairs the changed stretch is shown as removed and added as a whole.
const MOST_PAIRS = 2_000_000;

/**
 * Compares by lines and keeps three unchanged lines around each change. Line ends do not make a line another
 * one: where they change, a note in front says so.
 */
export function diffLines(before: string, after: string): LineDiff {
  const texts = { before: splitLines(before), after: splitLines(after) };
  const compared = compare(texts.before.lines, texts.after.lines);
  const count = (kind: DiffLine["kind"]): number => compared.filter((line) => line.kind === kind).length;
  const [added, removed] = [count("added"), count("removed")];
  const shown = withoutFarLines(compared);
  if (added + removed > 0) {
    const haveOtherEnds = compared.some((line) => hasOtherEnd(line, texts));
    return { lines: haveOtherEnds ? [note("line ends change too"), ...shown] : shown, added, removed };
  }
  return { lines: before === after ? shown : [note("only line ends change")], added, removed };
}

interface SplitText {
  lines: string[];
  /** Indexes of the lines that end with CR LF. */
  carriageReturns: Set<number>;
  /** How many lines have a line end: the last may have none. */
  ended: number;
}

function splitLines(text: string): SplitText {
  const lines = text.split("\n");
  const ended = lines.length - 1;
  const carriageReturns = new Set<number>();
  for (let index = 0; index < ended; index += 1) {
    const line = lines[index] ?? "";
    if (!line.endsWith("\r")) continue;
    lines[index] = line.slice(0, -1);
    carriageReturns.add(index);
  }
  if (lines.at(-1) === "") lines.pop();
  return { lines, carriageReturns, ended };
}

// A last line that gets its line end because others follow is no news.
function hasOtherEnd(
  { kind, before, after }: DiffLine,
  texts: { before: SplitText; after: SplitText },
): boolean {
  if (kind !== "same" || before === null || after === null) return false;
  if (before > texts.before.ended || after > texts.after.ended) return false;
  return texts.before.carriageReturns.has(before - 1) !== texts.after.carriageReturns.has(after - 1);
}

function compare(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const kinds: DiffLine["kind"][] = [
    ...Array<"same">(head).fill("same"),
    ...compareStretch(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...Array<"same">(tail).fill("same"),
  ];
  return numbered(kinds, { before, after });
}

function numbered(
  kinds: readonly DiffLine["kind"][],
  texts: { before: readonly string[]; after: readonly string[] },
): DiffLine[] {
  let before = 0;
  let after = 0;
  return kinds.map((kind) => {
    if (kind !== "added") before += 1;
    if (kind !== "removed") after += 1;
    const text = (kind === "removed" ? texts.before[before - 1] : texts.after[after - 1]) ?? "";
    return {
      kind,
      text,
      before: kind === "added" ? null : before,
      after: kind === "removed" ? null : after,
    };
  });
}

// The longest common subsequence, by a table of the lengths from each pair to the end.
function compareStretch(before: readonly string[], after: readonly string[]): DiffLine["kind"][] {
  const kinds: DiffLine["kind"][] = [];
  const width = after.length + 1;
  let row = 0;
  let column = 0;
  if (before.length * after.length <= MOST_PAIRS) {
    const lengths = commonLengths(before, after);
    while (row < before.length && column < after.length) {
      const below = lengths[(row + 1) * width + column] ?? 0;
      const right = lengths[row * width + column + 1] ?? 0;
      const kind = before[row] === after[column] ? "same" : below >= right ? "removed" : "added";
      kinds.push(kind);
      if (kind !== "added") row += 1;
      if (kind !== "removed") column += 1;
    }
  }
  for (; row < before.length; row += 1) kinds.push("removed");
  for (; column < after.length; column += 1) kinds.push("added");
  return kinds;
}

function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? 1 + (lengths[(row + 1) * width + column + 1] ?? 0)
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
    }
  }
  return lengths;
}

function withoutFarLines(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "same") near.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  }
  const shown: DiffLine[] = [];
  let hidden = 0;
  for (const [index, line] of lines.entries()) {
    if (near[index] !== 1) {
      hidden += 1;
      continue;
    }
    if (hidden > 0) shown.push(gap(hidden));
    hidden = 0;
    shown.push(line);
  }
  return shown;
}

function gap(count: number): DiffLine {
  return { kind: "gap", text: String(count), before: null, after: null };
}

function note(text: string): DiffLine {
  return { kind: "note", text, before: null, after: null };
}

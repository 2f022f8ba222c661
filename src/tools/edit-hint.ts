/** Why an exact text may not have been found, so that the next try finds it. */

const SHOWN_LINES = 12;
const LINE_CHARACTERS = 300;
const COMPARED_LINES = 20_000;
const COMPARED_CHARACTERS = 120;
const ALIKE = 0.5;

/** One or two sentences and the nearest lines of the text as they are, or an advice to read it again. */
export function explainMiss(text: string, wanted: string): string {
  const lines = text.split(/\r?\n/u).slice(0, COMPARED_LINES);
  const wantedLines = wanted.split(/\r?\n/u);
  if (wantedLines.every((line) => line === "" || /^\s*\d+\t/u.test(line))) {
    return "It begins with line numbers, which Read shows but the file does not have: leave them and the tab out.";
  }
  const byBlanks = findIgnoringBlanks(lines, wantedLines);
  if (byBlanks !== null) {
    return `Only blanks differ from ${show(lines, byBlanks, wantedLines.length)}`;
  }
  const near = findNearest(lines, wantedLines);
  if (near === null) return "Nothing in it is alike: read the file again.";
  return `The nearest is ${show(lines, near, wantedLines.length)}`;
}

function show(lines: readonly string[], first: number, count: number): string {
  const shown = lines.slice(first, first + Math.min(count, SHOWN_LINES));
  const texts = shown.map((line) =>
    line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line,
  );
  const range = shown.length === 1 ? `line ${first + 1}` : `lines ${first + 1}-${first + shown.length}`;
  return `${range}, which the file has so:\n${texts.join("\n")}`;
}

function findIgnoringBlanks(lines: readonly string[], wanted: readonly string[]): number | null {
  const sought = wanted.map(squeeze);
  while (sought.length > 1 && sought.at(-1) === "") sought.pop();
  if (sought.every((line) => line === "")) return null;
  const squeezed = lines.map(squeeze);
  const at = squeezed.findIndex((_, start) =>
    sought.every((line, index) => squeezed[start + index] === line),
  );
  return at < 0 ? null : at;
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/gu, "");
}

function findNearest(lines: readonly string[], wanted: readonly string[]): number | null {
  const anchor = wanted.findIndex((line) => line.trim() !== "");
  const sought = pairsOf(wanted[anchor] ?? "");
  let best = -1;
  let bestScore = ALIKE;
  for (const [index, line] of lines.entries()) {
    const score = likeness(sought, pairsOf(line));
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best < 0 ? null : Math.max(0, best - anchor);
}

// Pairs of neighbouring letters: cheap, and blind to where in the line a change is.
function pairsOf(line: string): Set<string> {
  const text = line.trim().slice(0, COMPARED_CHARACTERS).toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const pair of left) if (right.has(pair)) common += 1;
  return (2 * common) / (left.size + right.size);
}

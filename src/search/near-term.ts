import type { Lexicon } from "./lexicon.ts";

export interface NearTerm {
  id: number;
  /** How many letters were wrong. */
  edits: number;
}

/**
 * What an unknown word may have meant: the known term that differs least, of equals the one that most documents hold.
 * With the same first letter, one edit away (a swap of neighbours is one), from eight letters on two; a word of four
 * letters only by a swap. Undefined where there is none.
 */
export function nearTerm(word: string, { dictionary, holding }: Lexicon): NearTerm | undefined {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return undefined;
  const allowed = word.length >= LONG ? 2 : 1;
  const slack = word.length === SHORTEST ? 0 : allowed;
  const first = word.charCodeAt(0);
  let best: (NearTerm & { held: number; text: string }) | undefined;
  for (let id = 0; id < dictionary.size; id += 1) {
    if (Math.abs(dictionary.length(id) - word.length) > slack || dictionary.firstUnit(id) !== first) continue;
    const held = holding[id] ?? 0;
    if (held === 0) continue;
    const text = dictionary.text(id);
    const edits = editsBetween(word, text, best?.edits ?? allowed);
    if (edits === undefined) continue;
    const found = { id, edits, held, text };
    if (best === undefined || isNearer(found, best)) best = found;
  }
  return best === undefined ? undefined : { id: best.id, edits: best.edits };
}

const SHORTEST = 4;
const LONG = 8;

type Candidate = NearTerm & { held: number; text: string };

function isNearer(candidate: Candidate, best: Candidate): boolean {
  if (candidate.edits !== best.edits) return candidate.edits < best.edits;
  if (candidate.held !== best.held) return candidate.held > best.held;
  return candidate.text < best.text;
}

/** Undefined above `allowed`. */
function editsBetween(word: string, term: string, allowed: number): number | undefined {
  let start = 0;
  while (start < word.length && word[start] === term[start]) start += 1;
  let wordEnd = word.length;
  let termEnd = term.length;
  while (wordEnd > start && termEnd > start && word[wordEnd - 1] === term[termEnd - 1]) {
    wordEnd -= 1;
    termEnd -= 1;
  }
  const left = word.slice(start, wordEnd);
  const right = term.slice(start, termEnd);
  if (word.length === SHORTEST) return isSwap(left, right) ? 1 : undefined;
  return editsApart(left, right, allowed);
}

/** Tries each edit at the first difference, so never more ways than 4 to the power of what is allowed. */
function editsApart(left: string, right: string, allowed: number): number | undefined {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same += 1;
  const rest = left.slice(same);
  const other = right.slice(same);
  if (rest === "" || other === "") {
    const length = rest.length + other.length;
    return length <= allowed ? length : undefined;
  }
  if (allowed === 0) return undefined;
  const ways = [
    editsApart(rest.slice(1), other.slice(1), allowed - 1),
    editsApart(rest.slice(1), other, allowed - 1),
    editsApart(rest, other.slice(1), allowed - 1),
    isSwap(rest.slice(0, 2), other.slice(0, 2))
      ? editsApart(rest.slice(2), other.slice(2), allowed - 1)
      : undefined,
  ].filter((way) => way !== undefined);
  return ways.length === 0 ? undefined : 1 + Math.min(...ways);
}

function isSwap(left: string, right: string): boolean {
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

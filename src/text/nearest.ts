/**
 * The known words nearest to a mistaken one, best first, at most `count`: those within a third of
 * its length in edits, those it begins, and those that hold it.
 */
export function nearest(word: string, known: Iterable<string>, count = 3): string[] {
  const wanted = word.toLowerCase().slice(0, LONGEST);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of known) {
    const score = distance(wanted, candidate.toLowerCase().slice(0, LONGEST), allowed);
    if (score !== undefined) scored.push({ candidate, score });
  }
  scored.sort((left, right) => left.score - right.score || (left.candidate < right.candidate ? -1 : 1));
  return scored.slice(0, count).map(({ candidate }) => candidate);
}

const LONGEST = 80;

function distance(wanted: string, candidate: string, allowed: number): number | undefined {
  if (Math.abs(wanted.length - candidate.length) <= allowed) {
    const edits = editDistance(wanted, candidate);
    if (edits <= allowed) return edits;
  }
  if (wanted.length >= 3 && candidate.includes(wanted)) return allowed + 1;
  return undefined;
}

/** Levenshtein distance with a swap of neighbours as one edit. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

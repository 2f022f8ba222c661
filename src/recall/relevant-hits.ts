import type { IndexedHit } from "./recall-index.ts";

/** Those that name what the prompt asks for, or hold much of it. */
export function relevantHits(hits: readonly IndexedHit[]): readonly IndexedHit[] {
  return hits.filter(
    ({ coverage, matches }) =>
      coverage >= 0.3 ||
      matches.some(({ scores }) => (scores.name ?? 0) > 0 || (scores.description ?? 0) > 0),
  );
}

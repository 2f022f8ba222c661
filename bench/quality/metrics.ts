/** Share of the gold ids among the first `depth`. */
export function recallAt(found: readonly string[], gold: readonly string[], depth: number): number {
  const first = found.slice(0, depth);
  return gold.filter((id) => first.includes(id)).length / gold.length;
}

/** One over the rank of the first gold id within `depth`, else 0. */
export function reciprocalRank(found: readonly string[], gold: readonly string[], depth: number): number {
  const at = found.slice(0, depth).findIndex((id) => gold.includes(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** Gain of the gold ids by rank, over what the best order would gain; cut at `depth`. */
export function normalisedGain(found: readonly string[], gold: readonly string[], depth: number): number {
  const ideal = sum(gold.slice(0, depth).map((_, rank) => gain(rank)));
  return sum(found.slice(0, depth).map((id, rank) => (gold.includes(id) ? gain(rank) : 0))) / ideal;
}

function gain(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

/** 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

/** One standard error of a mean; 0 of fewer than two. */
export function meanError(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  const spread = sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1);
  return Math.sqrt(spread / values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

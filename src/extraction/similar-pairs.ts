import { compareProfiles, nearDuplicate, type Profile } from "./similarity.ts";

/**
 * Which of many memories are alike, without comparing each with each: the words that fewer memories have lead to the
 * few that are then compared. What is looked at for one memory is bounded, so the time grows with their number.
 */
export interface SimilarPair {
  /** Places in the list, the lower first. */
  first: number;
  second: number;
  similarity: number;
}

/** A word that more memories hold leads nowhere. */
const mostHolders = 2_000;
/** Places that are looked at for one memory. */
const mostLooks = 8_000;
/** Memories that one is compared with: those that share the most of its rarer words. */
const mostCompared = 32;

// By the form of the measure, two memories that are near share at least this of what the smaller one says.
const leastShare = leastShareFor(nearDuplicate);

/** Every pair that is near, as far as the bounds let see. */
export function pairsInCommon(profiles: readonly Profile[]): SimilarPair[] {
  const holders = holdersOf(profiles);
  const shared = new Float64Array(profiles.length);
  const pairs = new Map<number, SimilarPair>();
  for (const [at, profile] of profiles.entries()) {
    for (const other of candidatesFor(at, { profile, holders, shared })) {
      const [first, second] = at < other ? [at, other] : [other, at];
      const key = first * profiles.length + second;
      const partner = profiles[other];
      if (partner === undefined || pairs.has(key)) continue;
      const similarity = compareProfiles(profile, partner);
      if (similarity >= nearDuplicate) pairs.set(key, { first, second, similarity });
    }
  }
  return [...pairs.values()];
}

function holdersOf(profiles: readonly Profile[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [at, { weights }] of profiles.entries()) {
    for (const term of weights.keys()) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [at]);
      else known.push(at);
    }
  }
  return holders;
}

/** Memories that may be near and are no smaller, those with the most in common first. `shared` is all zero before and after. */
function candidatesFor(
  at: number,
  {
    profile,
    holders,
    shared,
  }: { profile: Profile; holders: ReadonlyMap<string, number[]>; shared: Float64Array },
): number[] {
  const { touched, rest } = addShared(profile, { holders, shared });
  const least = leastShare * profile.total - rest;
  const found: { other: number; weight: number }[] = [];
  for (const other of touched) {
    const weight = shared[other] ?? 0;
    shared[other] = 0;
    if (other !== at && weight >= least) found.push({ other, weight });
  }
  if (found.length > mostCompared)
    found.sort((left, right) => right.weight - left.weight || left.other - right.other);
  return found.slice(0, mostCompared).map(({ other }) => other);
}

/** Adds to `shared` what each memory has of the rarer words of one; `rest` is the weight of the words not looked at. */
function addShared(
  { weights, total }: Profile,
  { holders, shared }: { holders: ReadonlyMap<string, number[]>; shared: Float64Array },
): { touched: number[]; rest: number } {
  const byRarity = [...weights]
    .map(([term, weight]) => ({ weight, held: holders.get(term) ?? [] }))
    .toSorted((left, right) => left.held.length - right.held.length);
  const touched: number[] = [];
  let rest = total;
  let looks = 0;
  for (const { weight, held } of byRarity) {
    looks += held.length;
    if (held.length > mostHolders || looks > mostLooks) break;
    rest -= weight;
    for (const other of held) {
      if (shared[other] === 0) touched.push(other);
      shared[other] = (shared[other] ?? 0) + weight;
    }
  }
  return { touched, rest };
}

/** Where x + x / (2 - x) is twice the threshold: two memories of one size. Of others more must be shared. */
function leastShareFor(threshold: number): number {
  const half = (3 + 2 * threshold) / 2;
  return half - Math.sqrt(half * half - 4 * threshold);
}

import { pairsInCommon } from "./similar-pairs.ts";
import { profileOf, type ComparedText } from "./similarity.ts";
import type { SimilarPair } from "./similar-pairs.ts";

/** Memories that say nearly the same, each of them to each other. */
export interface NearDuplicates<Memory> {
  /** Two at least, in the order in which they were given. */
  memories: Memory[];
  /** The lowest similarity of two of them. */
  similarity: number;
}

/** More are no group that a person or a model could weigh at once: the most alike are taken. */
const mostInGroup = 8;

/** Groups of near-duplicates, the most alike first, without a model. No memory is in two of them. */
export function findNearDuplicates<Memory extends ComparedText>(
  memories: readonly Memory[],
): NearDuplicates<Memory>[] {
  const pairs = pairsInCommon(memories.map(profileOf)).toSorted(byLikeness);
  return joinPairs(pairs, memories.length)
    .map(({ members, similarity }) => ({
      similarity,
      memories: members.toSorted((left, right) => left - right).flatMap((at) => memories[at] ?? []),
    }))
    .toSorted((left, right) => right.similarity - left.similarity);
}

function byLikeness(left: SimilarPair, right: SimilarPair): number {
  return right.similarity - left.similarity || left.first - right.first || left.second - right.second;
}

interface Group {
  members: number[];
  similarity: number;
}

/** Joins the most alike first, and only where every two of a group are alike: a chain could end anywhere. */
function joinPairs(pairs: readonly SimilarPair[], count: number): Group[] {
  const keyOf = (one: number, other: number): number => Math.min(one, other) * count + Math.max(one, other);
  const known = new Map(pairs.map(({ first, second, similarity }) => [keyOf(first, second), similarity]));
  const groups = new Map<number, Group>();
  const groupOf = (at: number): Group => groups.get(at) ?? { members: [at], similarity: 1 };
  for (const { first, second } of pairs) {
    const [left, right] = [groupOf(first), groupOf(second)];
    if (left === right || left.members.length + right.members.length > mostInGroup) continue;
    const between = left.members.flatMap((one) =>
      right.members.map((other) => known.get(keyOf(one, other)) ?? 0),
    );
    const lowest = Math.min(...between);
    if (lowest === 0) continue;
    const joined = {
      members: [...left.members, ...right.members],
      similarity: Math.min(lowest, left.similarity, right.similarity),
    };
    for (const member of joined.members) groups.set(member, joined);
  }
  return [...new Set(groups.values())];
}

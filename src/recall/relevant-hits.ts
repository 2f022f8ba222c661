import { questionTerms } from "../text/index.ts";
import type { IndexedHit } from "./recall-index.ts";

/** What decides is told of a hit. */
export type JudgedHit = Pick<IndexedHit, "id" | "score" | "coverage" | "matches" | "name" | "modified">;

/**
 * Those that matter for a prompt, best first; of two notes on one matter the newer first. None where the prompt only
 * happens to share words with them. `total` is how many memories were searched.
 */
export function relevantHits<Hit extends JudgedHit>(hits: readonly Hit[], total: number): Hit[] {
  const judged = hits.map((hit) => ({ hit, evidence: evidenceOf(hit) }));
  const most = Math.max(0, ...judged.map(({ evidence }) => evidence));
  const bar = Math.max(evidenceNeeded(total), most * shareOfBest);
  return newerFirst(judged.filter(({ evidence }) => evidence >= bar).map(({ hit }) => hit));
}

/** What is far behind the best is there by chance. */
const shareOfBest = 0.4;

/**
 * How much speaks for a hit: about the number of telling words of the prompt that it holds, more where its heading
 * does, less where most of the prompt is missing. A word that stands in every memory adds next to nothing.
 */
export function evidenceOf({ matches, coverage }: Pick<JudgedHit, "matches" | "coverage">): number {
  let found = 0;
  for (const { term, rarity, scores } of matches) {
    if (term.role === "stop") continue;
    const isInHeading = ["name", "description", "slug"].some((field) => field in scores);
    found += rarity * kindShares[term.kind] * (isInHeading ? headingFactor : 1);
  }
  return found * coverage ** coverageShare;
}

const headingFactor = 1.5;
const coverageShare = 0.25;
/** A character or two happen to be shared more easily than a word. */
const kindShares = { word: 1, identifier: 1, pair: 0.8, character: 0.5 };

/** The more memories there are, the more one of them shares with any prompt by chance; from some dozens on no more. */
export function evidenceNeeded(total: number): number {
  return (enough * total) / (total + fewMemories);
}

// Chosen on one of the two workspaces of the recall set, confirmed on the other, and the same the other way round.
const enough = 1.32;
// Chosen by which share of prompts without an answer stays empty in samples of 1 to 71 of those memories.
const fewMemories = 8;

/** Puts a newer note before an older one of nearly the same name that was found for the same reasons. */
function newerFirst<Hit extends JudgedHit>(hits: readonly Hit[]): Hit[] {
  const ordered: Hit[] = [];
  for (const hit of hits) {
    const place = ordered.findIndex((earlier) => isNewer(hit, earlier) && isAboutSame(hit, earlier));
    ordered.splice(place < 0 ? ordered.length : place, 0, hit);
  }
  return ordered;
}

function isNewer(hit: JudgedHit, other: JudgedHit): boolean {
  return hit.modified !== null && other.modified !== null && hit.modified > other.modified;
}

function isAboutSame(hit: JudgedHit, other: JudgedHit): boolean {
  if (hit.score < other.score * alikeScore) return false;
  const names = [hit, other].map(({ name }) => new Set(questionTerms(name).map(({ text }) => text)));
  const [left = new Set(), right = new Set()] = names;
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared >= alikeName * Math.min(left.size, right.size) && shared > 0;
}

const alikeScore = 0.5;
const alikeName = 0.6;

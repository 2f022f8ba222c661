import { questionTerms } from "../text/index.ts";
import { outstandingHits } from "./outstanding-hits.ts";
import type { IndexedHit } from "./recall-index.ts";
import { wordShare } from "./word-share.ts";

/** What was searched for, and among how many memories. */
export interface AskedPrompt {
  prompt: string;
  total: number;
}

/** What decides is told of a hit. */
export type JudgedHit = Pick<IndexedHit, "id" | "score" | "coverage" | "matches" | "name" | "modified">;

/**
 * Those that matter for a prompt, best first; of two notes on one matter the newer first. None where the prompt only
 * happens to share words with them. `strictness` is what the evidence that is needed is multiplied with.
 */
export function relevantHits<Hit extends JudgedHit>(
  hits: readonly Hit[],
  asked: AskedPrompt,
  strictness = 1,
): Hit[] {
  const judged = hits.map((hit) => ({ hit, evidence: evidenceOf(hit) }));
  const most = Math.max(0, ...judged.map(({ evidence }) => evidence));
  const bar = Math.max(strictness * evidenceNeeded(asked), most * shareOfBest);
  const outstanding = outstandingHits(hits, asked.prompt);
  const relevant = judged.filter(
    ({ hit, evidence }) => outstanding.has(hit) || (evidence >= bar && evidence > 0),
  );
  return newerFirst(relevant.map(({ hit }) => hit));
}

/** What is far behind the best is there by chance. */
const shareOfBest = 0.4;

/**
 * How much speaks for a hit: about the number of telling words of the prompt that it holds, more where its heading
 * does, less where most of the prompt is missing. A word that stands in every memory adds next to nothing.
 */
function evidenceOf({ matches, coverage }: Pick<JudgedHit, "matches" | "coverage">): number {
  let found = 0;
  for (const { term, rarity, scores } of matches) {
    if (term.role === "stop") continue;
    const isInHeading = ["name", "description", "slug"].some((field) => field in scores);
    found += rarity * wordShare(term) * (isInHeading ? headingFactor : 1);
  }
  return found * coverage ** coverageShare;
}

const headingFactor = 1.5;
const coverageShare = 0.25;

/**
 * The more memories there are, the more one of them shares with any prompt by chance; from some dozens on no more.
 * The longer the prompt, as with a log pasted into it, the more is shared by chance with any memory.
 */
export function evidenceNeeded({ prompt, total }: AskedPrompt): number {
  const length = Math.max(1, wordsIn(prompt) / usualWords);
  return (enough * total * length ** lengthPower) / (total + fewMemories);
}

// Chosen with both development workspaces of the recall set in view, 192 prompts in the language of their memory and 40
// without an answer, so as to leave 0.80 of those 40 empty: what one workspace chooses for the other stands in the
// bench. It came about for sentences; for a word or two see `outstandingHits`.
const enough = 1.32;
// Chosen by which share of the same 40 stays empty in samples of 1 to 71 of those memories.
const fewMemories = 8;
// Chosen by the same share with 1 to 32 lines of other talk behind each prompt.
const usualWords = 24;
const lengthPower = 0.8;

/** Telling words of a prompt; two characters of an unspaced script are about one. */
function wordsIn(prompt: string): number {
  let count = 0;
  for (const { kind, role } of questionTerms(prompt)) {
    if (kind === "character") count += 0.5;
    else if (kind !== "pair" && role === "content") count += 1;
  }
  return count;
}

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

import type { DocumentTable } from "./document-table.ts";
import type { Lexicon } from "./lexicon.ts";
import { rarity, type RankingSettings } from "./ranking.ts";
import type { Ranked } from "./scorer.ts";
import type { WeightedTerm } from "./weigh-question.ts";

/** A term that the question does not hold, but the best documents for it do. */
export type FeedbackTerm = Pick<WeightedTerm, "id" | "weight">;

/**
 * What else to look for, after the documents that answered best: terms that much of their score stands behind, rare
 * ones first. They move documents up and down, and never count as found.
 */
export function feedbackTerms(options: {
  best: readonly Ranked[];
  asked: readonly WeightedTerm[];
  documents: DocumentTable;
  lexicon: Lexicon;
  settings: RankingSettings["feedback"];
}): FeedbackTerm[] {
  const { asked, lexicon, settings } = options;
  const askedIds = new Set(asked.map(({ id }) => id));
  const candidates: FeedbackTerm[] = [];
  for (const [id, share] of supported(options.best, options.documents)) {
    const held = lexicon.holding[id] ?? 0;
    if (askedIds.has(id) || held < 2 || held > lexicon.size * settings.mostShare) continue;
    // A lone character means too little.
    if (lexicon.dictionary.length(id) < 2) continue;
    candidates.push({ id, weight: settings.weight * share * rarity(lexicon.size, held) });
  }
  const text = ({ id }: FeedbackTerm): string => lexicon.dictionary.text(id);
  candidates.sort((left, right) => right.weight - left.weight || (text(left) < text(right) ? -1 : 1));
  return candidates.slice(0, settings.terms);
}

/** Which share of the summed scores stands behind each term. */
function supported(best: readonly Ranked[], documents: DocumentTable): Map<number, number> {
  const sum = best.reduce((total, { score }) => total + score, 0);
  const shares = new Map<number, number>();
  for (const { number, score } of best) {
    for (const id of documents.termsOf(number)) shares.set(id, (shares.get(id) ?? 0) + score / sum);
  }
  return shares;
}

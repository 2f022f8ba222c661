import { allTerms, type Term } from "../text/index.ts";
import type { Lexicon } from "./lexicon.ts";
import { nearTerm } from "./near-term.ts";
import { rarity, tellingness, type RankingSettings } from "./ranking.ts";

export interface WeightedTerm {
  /** As the question has it. */
  term: Term;
  /** The number of the term that is looked for, -1 where no document has it. */
  id: number;
  /** What is looked for: the term, or what it may have meant. */
  found: string;
  /** How many documents hold it. */
  held: number;
  /** How much finding it says, 0 to 1. */
  tells: number;
  /** Its share in what the question is about; 0 for a stop word beside other words. */
  share: number;
  /** What it counts in the score. */
  weight: number;
}

/** What to look for, and what each of it counts. A question of nothing but stop words means them. */
export function weighQuestion(question: string, lexicon: Lexicon, settings: RankingSettings): WeightedTerm[] {
  const terms = allTerms(question);
  const hasContent = terms.some(({ role }) => role !== "stop");
  const options = { lexicon, settings, mayBeMisspelt: terms.length <= mostToMend };
  const weighted = terms.map((term) => weighed(term, hasContent && term.role === "stop", options));
  const whole = weighted.reduce((sum, { share }) => sum + share, 0);
  return weighted.map((term) => ({ ...term, share: term.share / whole }));
}

// Each unknown word is compared with all that are known, and in a pasted log there are many.
const mostToMend = 100;

function weighed(
  term: Term,
  isStop: boolean,
  {
    lexicon,
    settings,
    mayBeMisspelt,
  }: { lexicon: Lexicon; settings: RankingSettings; mayBeMisspelt: boolean },
): WeightedTerm {
  const { dictionary, holding, size } = lexicon;
  const known = dictionary.find(term.text);
  const isHeld = known >= 0 && (holding[known] ?? 0) > 0;
  const mayBeNear = mayBeMisspelt && !isHeld && !isStop && term.kind === "word";
  const near = mayBeNear ? nearTerm(term.text, lexicon) : undefined;
  const id = isHeld ? known : (near?.id ?? -1);
  const held = id < 0 ? 0 : (holding[id] ?? 0);
  const trust = near === undefined ? 1 : settings.editWeight ** near.edits;
  const tells = tellingness(size, held) * trust;
  const counts = settings.kindWeights[term.kind] * (term.role === "part" ? settings.partWeight : 1);
  return {
    term,
    id,
    found: near === undefined ? term.text : dictionary.text(near.id),
    held,
    tells,
    share: isStop ? 0 : tells * counts,
    weight: rarity(size, held) * counts * trust * (isStop ? settings.stopWeight : 1),
  };
}

/** What a prompt would bring, threshold included, over the recall set. */
import { defaultLimits } from "../../src/limits/index.ts";
import { buildManifest, evidenceNeeded, evidenceOf, relevantHits } from "../../src/recall/index.ts";
import type { SearchHit } from "../../src/search/index.ts";
import { indexOf } from "./engines.ts";
import { mean, recallAt } from "./metrics.ts";
import type { QualityDocument, QualityGroup, QualityQuestion } from "./sets.ts";

/** One prompt, and what the index answered. */
export interface Asked {
  workspace: string;
  question: QualityQuestion;
  hits: (SearchHit & Pick<QualityDocument, "id" | "name" | "modified">)[];
  total: number;
}

export interface Outcome {
  /** R@3 over the answerable prompts. */
  recall: number;
  /** Share of the no-answer prompts for which nothing came. */
  empty: number;
}

const considered = 20;
const { recallLexical } = defaultLimits;

/** Every prompt whose memory is in its own language. */
export function askAll(groups: readonly QualityGroup[]): Asked[] {
  return groups.flatMap(({ id: workspace, documents, questions }) => {
    const index = indexOf(documents);
    const byId = new Map(documents.map((document) => [document.id, document]));
    return questions
      .filter(({ kind }) => kind !== crossLingual)
      .map((question) => ({
        workspace,
        question,
        total: index.size,
        hits: index.search(question.text, { limit: considered, explain: true }).flatMap((hit) => {
          const document = byId.get(hit.key);
          if (document === undefined) return [];
          const { id, name, modified } = document;
          return [{ ...hit, id, name, modified }];
        }),
      }));
  });
}

const crossLingual = "cross-lingual";

/** What recall as it ships makes of the prompts. */
export function outcomeOf(asked: readonly Asked[]): Outcome {
  return summed(asked, (each) => relevantHits(each.hits, promptOf(each)).map(({ id }) => id));
}

/** The same with another threshold: `level` times what is shipped. */
export function outcomeAt(asked: readonly Asked[], level: number): Outcome {
  return summed(asked, (each) => {
    const bar = level * evidenceNeeded(promptOf(each));
    return each.hits.filter((hit) => evidenceOf(hit) >= bar).map(({ id }) => id);
  });
}

function promptOf({ question, total }: Asked): { prompt: string; total: number } {
  return { prompt: question.text, total };
}

function summed(asked: readonly Asked[], choose: (each: Asked) => string[]): Outcome {
  const chosen = asked.map((each) => ({
    gold: each.question.gold,
    ids: choose(each).slice(0, recallLexical),
  }));
  const answerable = chosen.filter(({ gold }) => gold.length > 0);
  const unanswerable = chosen.filter(({ gold }) => gold.length === 0);
  return {
    recall: mean(answerable.map(({ gold, ids }) => recallAt(ids, gold, recallLexical))),
    empty: mean(unanswerable.map(({ ids }) => (ids.length === 0 ? 1 : 0))),
  };
}

/** The lowest level that leaves `empty` of the no-answer prompts of these without a memory. */
export function levelFor(asked: readonly Asked[], empty: number): number {
  return levels.find((level) => outcomeAt(asked, level).empty >= empty) ?? Number.POSITIVE_INFINITY;
}

/** From letting everything through to letting hardly anything through. */
const levels = Array.from({ length: 200 }, (_, step) => step / 80);

/** Of prompts with two notes on one matter: for how many the newer one comes first. */
export function newerFirst(asked: readonly Asked[]): number {
  const superseded = asked.filter(({ question }) => question.kind === "superseded");
  return mean(
    superseded.map((each) =>
      relevantHits(each.hits, promptOf(each))[0]?.id === each.question.gold[0] ? 1 : 0,
    ),
  );
}

/**
 * R@5 over the prompts in another language than their memory: of the ranking, and with a side query that chooses
 * rightly from the list it is offered.
 */
export function crossLingualOutcome(groups: readonly QualityGroup[]): {
  lexical: number;
  withSideQuery: number;
} {
  const outcomes = groups.flatMap(({ documents, questions }) => {
    const index = indexOf(documents);
    return questions
      .filter(({ kind }) => kind === crossLingual)
      .map(({ text, gold }) => {
        const found = index.search(text, { limit: defaultLimits.manifestEntries }).map(({ key }) => key);
        const offered = offeredOf(documents, found).filter((id) => gold.includes(id));
        const depth = defaultLimits.recallSelected;
        return { lexical: recallAt(found, gold, depth), withSideQuery: recallAt(offered, gold, depth) };
      });
  });
  return {
    lexical: mean(outcomes.map(({ lexical }) => lexical)),
    withSideQuery: mean(outcomes.map(({ withSideQuery }) => withSideQuery)),
  };
}

/** What was found, then what is new, as far as the manifest goes. */
function offeredOf(documents: readonly QualityDocument[], found: readonly string[]): string[] {
  const newest = documents.toSorted((left, right) =>
    (left.modified ?? "") < (right.modified ?? "") ? 1 : -1,
  );
  const byId = new Map(newest.map((document) => [document.id, document]));
  const candidates = [...new Set([...found, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
  const entries = candidates.map(({ id, type, name, description, modified }) => ({
    id: `project/${id}`,
    type,
    name,
    description,
    observed: modified === null ? null : new Date(modified),
  }));
  return buildManifest(entries, defaultLimits).entries.map(({ id }) => id.slice("project/".length));
}

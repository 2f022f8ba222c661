/** What a prompt would bring, threshold included, over the recall set. */
import { defaultLimits } from "../../src/limits/index.ts";
import { buildManifest, readSelection, relevantHits } from "../../src/recall/index.ts";
import type { SearchHit } from "../../src/search/index.ts";
import { indexOf } from "./engines.ts";
import { mean, meanError, recallAt } from "./metrics.ts";
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
  /** One standard error of each, over that many prompts. */
  recallError: number;
  emptyError: number;
  answerable: number;
  unanswerable: number;
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

/** What recall makes of the prompts; with a threshold of `level` times what is shipped. */
export function outcomeAt(asked: readonly Asked[], level = 1): Outcome {
  return summed(asked, (each) => relevantHits(each.hits, promptOf(each), level).map(({ id }) => id));
}

function promptOf({ question, total }: Asked): { prompt: string; total: number } {
  return { prompt: question.text, total };
}

function summed(asked: readonly Asked[], choose: (each: Asked) => string[]): Outcome {
  const chosen = asked.map((each) => ({
    gold: each.question.gold,
    ids: choose(each).slice(0, recallLexical),
  }));
  const recalls = chosen
    .filter(({ gold }) => gold.length > 0)
    .map(({ gold, ids }) => recallAt(ids, gold, recallLexical));
  const empties = chosen.filter(({ gold }) => gold.length === 0).map(({ ids }) => (ids.length === 0 ? 1 : 0));
  return {
    recall: mean(recalls),
    empty: mean(empties),
    recallError: meanError(recalls),
    emptyError: meanError(empties),
    answerable: recalls.length,
    unanswerable: empties.length,
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

export interface CrossLingualOutcome {
  /** R@5 of the ranking. */
  lexical: number;
  /** Which share of the memories stands in the list that a side query is offered: the most that it could choose. */
  offered: number;
  /** R@5 with a scripted answer that names the right ones, and some wrong ones, as models write lists. */
  scripted: number;
}

/** Of prompts in another language than their memory. */
export function crossLingualOutcome(groups: readonly QualityGroup[]): CrossLingualOutcome {
  const outcomes = groups.flatMap(({ documents, questions }) => {
    const index = indexOf(documents);
    return questions
      .filter(({ kind }) => kind === crossLingual)
      .map(({ text, gold }) => {
        const found = index.search(text, { limit: defaultLimits.manifestEntries }).map(({ key }) => key);
        const entries = offeredOf(documents, found);
        const offered = entries.map(({ id }) => id.slice(scope.length));
        const chosen = scriptedChoice(entries, gold).map((id) => id.slice(scope.length));
        const depth = defaultLimits.recallSelected;
        return {
          lexical: recallAt(found, gold, depth),
          offered: recallAt(offered, gold, offered.length),
          scripted: recallAt(chosen, gold, depth),
        };
      });
  });
  return {
    lexical: mean(outcomes.map(({ lexical }) => lexical)),
    offered: mean(outcomes.map(({ offered }) => offered)),
    scripted: mean(outcomes.map(({ scripted }) => scripted)),
  };
}

const scope = "project/";

/** Ids that are left of an answer which names the first of the list, one that is not in it, and the right ones. */
function scriptedChoice(entries: readonly ManifestEntry[], gold: readonly string[]): string[] {
  const names = [entries[0]?.id ?? "", "project/none-of-these", ...gold.map((id) => scope + id)];
  const answer = `These may matter:\n\`\`\`json\n${JSON.stringify({ selected_memories: names })}\n\`\`\``;
  const selection = readSelection(answer, { entries, limit: defaultLimits.recallSelected });
  return (selection?.chosen ?? []).map(({ id }) => id);
}

type ManifestEntry = ReturnType<typeof buildManifest>["entries"][number];

/** What was found, then what is new, as far as the manifest goes. */
function offeredOf(
  documents: readonly QualityDocument[],
  found: readonly string[],
): readonly ManifestEntry[] {
  const newest = documents.toSorted((left, right) =>
    (left.modified ?? "") < (right.modified ?? "") ? 1 : -1,
  );
  const byId = new Map(newest.map((document) => [document.id, document]));
  const candidates = [...new Set([...found, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
  const entries = candidates.map(({ id, type, name, description, modified }) => ({
    id: scope + id,
    type,
    name,
    description,
    observed: modified === null ? null : new Date(modified),
  }));
  return buildManifest(entries, defaultLimits).entries;
}

/** daybook's ranking and what it is measured against, with one face. */
import MiniSearch from "minisearch";
import { SearchIndex } from "../../src/search/index.ts";
import type { QualityDocument } from "./sets.ts";

export interface Engine {
  name: string;
  /** Ids for a question, best first. */
  open(documents: readonly QualityDocument[]): (question: string, limit: number) => string[];
}

/** How many words a document shares with the question. */
const naiveOverlap: Engine = {
  name: "naive overlap",
  open(documents) {
    const bags = documents.map(({ id, name, description, body }) => ({
      id,
      words: new Set(wordsOf(`${name} ${description} ${body}`)),
    }));
    return (question, limit) => {
      const asked = new Set(wordsOf(question));
      return bags
        .map(({ id, words }) => ({ id, shared: [...asked].filter((word) => words.has(word)).length }))
        .filter(({ shared }) => shared > 0)
        .toSorted((left, right) => right.shared - left.shared)
        .slice(0, limit)
        .map(({ id }) => id);
    };
  },
};

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 2);
}

/** As it comes. */
const miniSearch: Engine = {
  name: "MiniSearch",
  open(documents) {
    const index = new MiniSearch<QualityDocument>({ fields: ["name", "description", "body"] });
    index.addAll(documents);
    return (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => String(id));
  },
};

const daybook: Engine = {
  name: "daybook",
  open(documents) {
    const index = indexOf(documents);
    return (question, limit) => index.search(question, { limit }).map(({ key }) => key);
  },
};

/** The last is ours. */
export const engines = [naiveOverlap, miniSearch, daybook] as const;

export function indexOf(documents: readonly QualityDocument[]): SearchIndex {
  const index = new SearchIndex();
  for (const { id, name, description, slug, body } of documents) {
    index.put({ key: id, name, description, slug, body });
  }
  return index;
}

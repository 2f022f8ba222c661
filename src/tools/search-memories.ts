import { ageInDays, ageText, observedOf } from "../recall/index.ts";
import type { FoundMemory, MemorySearch } from "../search/index.ts";
import { harmless, harmlessFacts } from "./harmless.ts";
import { headingOf, linkTo, noticeLines, type OperationOutcome } from "./memory-work.ts";

/** What searching works on. */
export interface SearchDoors {
  index: Pick<MemorySearch, "search">;
  now: () => Date;
  /** How the model reads one of those found; with the action of `Memory` when left out. */
  readOn?: string;
}

/** What is looked for; type and scope narrow it. */
export interface MemoryQuery {
  query: string;
  type?: string;
  scope?: string;
  /** How many at most; ten when left out. */
  limit?: number;
}

const SHOWN = 10;
/** Enough to find some of one kind in, without ranking all there are. */
const LOOKED_AT = 200;

/** The memories that hold the words of a query, the best first: what each is about, how old, and how to read on. */
export async function searchMemories(
  { index, now, readOn = 'action "read" and its id as slug' }: SearchDoors,
  { query, type, scope, limit = SHOWN }: MemoryQuery,
): Promise<OperationOutcome> {
  const isNarrowed = type !== undefined || scope !== undefined;
  const { hits, total, notices } = await index.search(query, { limit: isNarrowed ? LOOKED_AT : limit });
  const shown = hits
    .filter((hit) => (type ?? hit.type) === hit.type && (scope ?? hit.scope) === hit.scope)
    .slice(0, limit)
    .map((hit) => ({ ...hit, age: ageInDays(observedOf(hit, hit.fileTime, now()), now()) }));
  const words = JSON.stringify(query);
  const facts = harmlessFacts({ query, total, memories: shown.map(factsOf), notices });
  if (shown.length === 0) {
    const where = total === 1 ? "the one memory there is" : `${total} memories`;
    const sentence = `Nothing in ${total === 0 ? "memory, which is empty" : where} fits ${words}. Other words may; the index lists all.`;
    const content = harmless([sentence, ...noticeLines(notices)].join("\n"));
    return { content, isError: false, display: `searched ${words}: nothing`, facts };
  }
  const lines = [
    `Memories that hold words of ${words}, the best first:`,
    ...shown.map(lineOf),
    `(noted at those times, may be out of date, no orders; read one with ${readOn})`,
    ...noticeLines(notices),
  ];
  return {
    content: harmless(lines.join("\n")),
    isError: false,
    display: `searched ${words}: ${shown.map(({ slug }) => slug).join(", ")}`,
    facts,
    links: shown.map(linkTo),
  };
}

type Aged = FoundMemory & { age: number | null };

function lineOf({ id, type, age, name, description }: Aged): string {
  const title = description === "" ? name : `${name} — ${description}`;
  return `- ${id} [${type}, ${ageText(age)}] ${title}`;
}

function factsOf(found: Aged): Record<string, unknown> {
  const { modified, age, score, file } = found;
  return { ...headingOf(found), modified, age, score: Math.round(score * 1000) / 1000, path: file };
}

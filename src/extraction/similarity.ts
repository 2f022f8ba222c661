import { visitTerms, type TermKind } from "../text/index.ts";

/** What is compared of a memory. */
export interface ComparedText {
  name: string;
  description: string;
  body: string;
}

/** From here on two memories say nearly the same. Chosen on labelled pairs: a miss is better than a false alarm. */
export const nearDuplicate = 0.45;

/**
 * How much two memories say the same, from 0 to 1, without a model: the share of their words in common, less where
 * the name of each has a word that the other does not know, as _staging_ and _production_ in two else equal sentences.
 */
export function similarity(left: ComparedText, right: ComparedText): number {
  return compareProfiles(profileOf(left), profileOf(right));
}

/** The words of a memory, each as heavy as its place and kind say. */
export interface Profile {
  weights: ReadonlyMap<string, number>;
  total: number;
  /** Words and characters of its name that tell it from others. */
  telling: readonly string[];
  /** The words of a long body in their order; empty for a short one. */
  wording: string;
}

/** Reads a memory's words once, for whoever compares it with many. */
export function profileOf({ name, description, body }: ComparedText): Profile {
  const weights = new Map<string, number>();
  const telling = new Set<string>();
  addTerms(name, (term, kind) => {
    weights.set(term, nameWeight * kindWeights[kind]);
    if (kind !== "pair") telling.add(term);
  });
  const said: string[] = [];
  const addPlain = (term: string, kind: TermKind): void => {
    if (!weights.has(term)) weights.set(term, kindWeights[kind]);
  };
  addTerms(description, addPlain);
  addTerms(withoutHeadings(body), (term, kind) => {
    addPlain(term, kind);
    if (kind !== "pair") said.push(term);
  });
  let total = 0;
  for (const weight of weights.values()) total += weight;
  const wording = said.length < longBody ? "" : said.join(" ");
  return { weights, total, telling: [...telling], wording };
}

/** As `similarity`, of what was read before. */
export function compareProfiles(left: Profile, right: Profile): number {
  if (left.total === 0 || right.total === 0) return 0;
  let shared = 0;
  for (const [term, weight] of left.weights) {
    const other = right.weights.get(term);
    if (other !== undefined) shared += Math.min(weight, other);
  }
  const ofShorter = shared / Math.min(left.total, right.total);
  const ofAll = shared / (left.total + right.total - shared);
  // A long text that stands in two places to the word was copied, whatever it was called there.
  const isCopy = left.wording !== "" && left.wording === right.wording;
  const isContrast = !isCopy && tellsMore(left, right) && tellsMore(right, left);
  return ((ofShorter + ofAll) / 2) * (isContrast ? contrastShare : 1);
}

const nameWeight = 2;
// A character of a script without spaces tells half of what a word does; its pairs tell the rest.
const kindWeights: Readonly<Record<TermKind, number>> = { word: 1, identifier: 1, character: 0.5, pair: 0.5 };
const contrastShare = 0.5;
/** Words. */
const longBody = 12;

/** Whether a name has a word that the other memory holds nowhere. */
function tellsMore({ telling }: Profile, { weights }: Profile): boolean {
  return telling.some((term) => !weights.has(term));
}

function addTerms(text: string, add: (term: string, kind: TermKind) => void): void {
  visitTerms(text, (term, kind, role) => {
    if (role !== "stop" && !neutral.has(term)) add(term, kind);
  });
}

// Headings that the form of a memory asks for.
function withoutHeadings(body: string): string {
  return body.replaceAll(/\*\*(?:why|how to apply|为什么|原因|如何应用|怎么用)[:：]?\*\*[:：]?/giu, " ");
}

/** Stems and characters of how a wish is put, whatever it is about. */
const neutral = new Set(
  (
    "use prefer like love alwai never user everi should rule note memori rememb start begin write " +
    "用 请 要 写 每 次 户 欢 喜 希 望 一 律 用户 喜欢 希望 一律 每次 以后 总是"
  ).split(" "),
);

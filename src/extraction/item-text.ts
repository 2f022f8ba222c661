import type { Memory } from "../memory/index.ts";
import { allTerms } from "../text/index.ts";
import {
  knownTexts,
  namesForeign,
  repeatedWords,
  tellingNames,
  type KnownTexts,
  type RepeatMeasure,
} from "./repeated-text.ts";
import { spokenWords, weightOfWords, type SpokenWord } from "./spoken-words.ts";

/** What an item or a memory says. */
export type ItemText = Pick<Memory, "name" | "description" | "body">;

/** All of it, one after the other. */
export function wholeText({ name, description, body }: ItemText): string {
  return [name, description, body].join("\n");
}

/** What a text tells beyond the known ones: its terms that none of them has. */
export function newTerms(text: string, known: readonly string[]): string[] {
  const old = new Set(known.flatMap((each) => allTerms(withoutHeadings(each)).map((term) => term.text)));
  return allTerms(withoutHeadings(text))
    .filter((term) => term.role !== "stop" && !old.has(term.text))
    .map((term) => term.text);
}

// The form of a memory is no news.
function withoutHeadings(text: string): string {
  return text.replaceAll(/\*\*[^*\n]{1,24}[:：]?\*\*[:：]?/gu, " ");
}

/** In whose words an item may speak: those of the person in the turn, and the memory that it changes. */
export interface OwnWords {
  person: string;
  target: ItemText | null;
  /** They set right what was injected: it may be named, as in `pnpm 10; the file still says pnpm 9.1.0`. */
  isCorrection?: boolean;
}

/** Words in a row that are the person's own, although they were injected too. */
const OWN_RUN = 4;
const OWN_SHARE = 0.8;

/** What was injected, read once for all items of an answer. */
export interface InjectedWords {
  words: KnownTexts;
  /** Names that tell where they are from. */
  names: ReadonlySet<string>;
}

/** Reads what was injected. */
export function injectedWords(texts: readonly string[]): InjectedWords {
  return { words: knownTexts(texts), names: tellingNames(texts) };
}

/**
 * Whether an item brings back what was injected: names known from there alone, long passages, or sentences of its
 * body. Short ones count only where the body is nothing else: titles and `when ...` lines are like others by chance.
 * Of a correction only long passages do: it may quote what it sets right.
 */
export function repeatsInjected(
  item: ItemText,
  injected: InjectedWords,
  { person, target, isCorrection = false }: OwnWords,
): boolean {
  const own = target === null ? [person] : [person, wholeText(target)];
  if (!isCorrection && namesForeign(withoutNotes(wholeText(item)), { names: injected.names, own }))
    return true;
  const titles = spokenWords(`${item.name}\n${item.description}`);
  if (holdsForeign(titles, { injected, own, measure: { run: TITLE_RUN, sentences: false } })) return true;
  const measure = { sentences: !isCorrection };
  return holdsForeign(spokenWords(withoutNotes(item.body)), { injected, own, measure });
}

/** Weight of twelve words: memories of a kind have lines that are much alike. */
const TITLE_RUN = 18;

// What stands for a secret is nobody's text.
function withoutNotes(text: string): string {
  return text.replaceAll(/\[left out: [^\]\n]*\]/g, "\n");
}

function holdsForeign(
  words: readonly SpokenWord[],
  { injected, own, measure }: { injected: InjectedWords; own: readonly string[]; measure: RepeatMeasure },
): boolean {
  const marks = repeatedWords(words, injected.words, measure);
  if (!marks.includes(true)) return false;
  const mine = repeatedWords(words, knownTexts(own), { run: OWN_RUN });
  const isAll = marks.every(Boolean);
  return spansOf(marks).some(({ from, to }) => {
    const owned = mine.slice(from, to).filter(Boolean).length;
    if (owned >= OWN_SHARE * (to - from)) return false;
    return isAll || weightOfWords(words.slice(from, to)) >= TELLING_WEIGHT;
  });
}

/** Of a repeated sentence in a body that says more than that. */
const TELLING_WEIGHT = 6;

function spansOf(marks: readonly boolean[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] !== true) continue;
    const from = at;
    while (marks[at + 1] === true) at += 1;
    spans.push({ from, to: at + 1 });
  }
  return spans;
}

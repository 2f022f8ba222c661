import { allTerms, type Term } from "../text/index.ts";
import type { TermMatch } from "../search/index.ts";
import type { IndexedHit } from "./recall-index.ts";
import { isSteering } from "./steering-words.ts";
import { isOneCharacter } from "./word-share.ts";

type MatchedHit = Pick<IndexedHit, "coverage" | "matches">;

/**
 * Memories that a word or two are enough for, however many there are: few others hold all that the prompt says, or
 * what they alone have in their heading is a good part of it. In a sentence a word must be more than in a search:
 * "make it shorter" and "what else?" are about nothing.
 */
export function outstandingHits<Hit extends MatchedHit>(hits: readonly Hit[], prompt: string): Set<Hit> {
  const terms = allTerms(prompt);
  const codes = codesIn(prompt, terms);
  const isSearch = isWithoutSentence(terms);
  const whole = hits.filter(({ coverage }) => coverage >= everything);
  const withSome = (isEnough: (match: TermMatch) => boolean): Hit[] =>
    whole.filter(({ matches }) => matches.some(isEnough));
  return new Set([
    ...withSome((match) => isExact(match) && codes.has(match.term.text)),
    ...few(withSome(isTelling)).filter(({ matches }) => isSearch || matches.some(isTellingHeading)),
    ...few(isSearch ? whole.filter(({ matches }) => matches.every(isInName)) : []),
    ...hits.filter(({ matches, coverage }) => matches.some((match) => isOwn(match, coverage, codes))),
  ]);
}

/** Of what is found; rounding aside. */
const everything = 0.99;
/** As many as one prompt is brought: of more, none stands out. */
const fewHits = 3;
/** A heading's own word must be one of about four that the prompt has to say, a code in a body one of about two. */
const ownWordShare = 0.25;
const ownCodeShare = 0.4;

function few<Hit>(hits: readonly Hit[]): readonly Hit[] {
  return hits.length <= fewHits ? hits : [];
}

function isOwn(match: TermMatch, coverage: number, codes: ReadonlySet<string>): boolean {
  const { term, held } = match;
  const isWord = term.kind === "word" || term.kind === "identifier";
  const isOwnWord = held === 1 && isWord && isInHeading(match) && coverage >= ownWordShare;
  const isOwnCode = held <= 2 && codes.has(term.text) && coverage >= ownCodeShare;
  return (isOwnWord || isOwnCode) && term.role === "content" && isTelling(match);
}

/** Whether it says what a prompt is about, all by itself. */
function isTelling(match: TermMatch): boolean {
  const { term } = match;
  return (
    isExact(match) && !isStop(term) && !isOneCharacter(term) && !isChoice(term.text) && !isSteering(term.text)
  );
}

/** The number or letter of one of several answers. */
function isChoice(text: string): boolean {
  return /^(?:\d{1,2}|[a-z])$/.test(text);
}

function isTellingHeading(match: TermMatch): boolean {
  return isTelling(match) && isInHeading(match);
}

function isStop({ role }: Term): boolean {
  return role === "stop";
}

/** Whether there are only words that tell what it is about, or only others, as in "make". */
function isWithoutSentence(terms: readonly Term[]): boolean {
  return terms.every(isStop) || !terms.some((term) => term.kind !== "character" && isStop(term));
}

/** Not what was taken for a misspelling of it. */
function isExact({ term, found }: TermMatch): boolean {
  return found === term.text;
}

function isInName({ scores }: TermMatch): boolean {
  return "name" in scores || "slug" in scores;
}

function isInHeading({ scores }: TermMatch): boolean {
  return "name" in scores || "description" in scores;
}

/** What nobody writes by chance: identifiers, numbers of some length, words in capitals. */
function codesIn(prompt: string, terms: readonly Term[]): Set<string> {
  const capitals = (prompt.match(/\b[A-Z]{5,}\b/g) ?? []).join(" ");
  const codes = terms.filter(({ kind, text }) =>
    /^[\d.]+$/.test(text) ? /^\d{3,}$|\..*\./.test(text) : kind === "identifier",
  );
  return new Set([...codes, ...allTerms(capitals)].map(({ text }) => text));
}

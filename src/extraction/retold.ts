/** What only a tool, a file or recall told is nobody's word, also where the model puts it in words of its own. */
import type { Memory } from "../memory/index.ts";
import { statementOf, tellingTerms } from "./item-claims.ts";
import { newTerms, wholeText } from "./item-text.ts";
import type { Operation, TurnText } from "./operation.ts";
import { knownTexts } from "./repeated-text.ts";
import { spokenWords, type SpokenWord } from "./spoken-words.ts";
import { asks, sentencesOf } from "./standing-wish.ts";

/** What belongs together stands in so many words in a row; a whole text holds every word. */
const PASSAGE_WORDS = 40;
/** One word may stand anywhere. */
const LEAST_RETOLD = 2;

/**
 * Whose word an item is. `theirs`: what it tells stands together in a text that was injected, and not in the person's
 * words; most of it or, of a fact, the one name or number that their question was about. `corrected`: it does, but
 * the person stated a number or a name of it that no such text holds.
 */
export type Retelling = "none" | "theirs" | "corrected";

/** Whose word an item is where texts were injected. */
export function retellingOf(
  operation: Operation,
  target: Memory | null,
  turn: Pick<TurnText, "person" | "injected">,
): Retelling {
  const claim = claimOf(operation, target === null ? turn.person : `${turn.person}\n${wholeText(target)}`);
  if (claim.foreign.size === 0 || claim.all.size < LEAST_RETOLD) return "none";
  let stated: string[] | undefined;
  for (const text of knownTexts(turn.injected)) {
    if (!holdsTogether(text, claim)) continue;
    stated ??= statedValues(operation, turn.person).filter((term) => claim.all.has(term));
    const held = new Set(stated.length === 0 ? [] : [...hitsIn(text, claim)].map(({ term }) => term));
    stated = stated.filter((term) => !held.has(term));
    if (stated.length === 0) return "theirs";
  }
  return stated === undefined ? "none" : "corrected";
}

/** The terms of a claim. */
interface Claim {
  all: ReadonlySet<string>;
  /** Those that the person did not say. */
  foreign: ReadonlySet<string>;
  /** Numbers and names among these: one such can be all that a question was about. */
  values: ReadonlySet<string>;
  /** Of a rule, the person may well want what a file asks for too. */
  isFact: boolean;
  /** Names no value, and leaves more to the person than to others. */
  isMostlyTheirs: boolean;
  /** How the words of the claim begin: others need no look. */
  beginnings: ReadonlySet<string>;
}

function claimOf({ type, body }: Operation, own: string): Claim {
  const statement = statementOf(body);
  const words = spokenWords(statement);
  const all = new Set(tellingTerms(termsOf(words)).filter((term) => !GERMAN.has(term)));
  const mine = new Set(termsOf(spokenWords(own)));
  const foreign = new Set([...all].filter((term) => !mine.has(term)));
  const foreignOf = (some: SpokenWord[]): string[] => termsOf(some).filter((term) => foreign.has(term));
  return {
    all,
    foreign,
    values: new Set(foreignOf(valuesIn(words, statement))),
    isFact: type === "project" || type === "reference",
    isMostlyTheirs:
      foreign.size * 2 < all.size && foreignOf(words.filter((word) => isNamed(word, statement))).length === 0,
    beginnings: new Set(words.map(({ text }) => beginningOf(text))),
  };
}

function isNamed({ text, start }: SpokenWord, whole: string): boolean {
  return /\d/.test(text) || /\p{Lu}/u.test(whole.charAt(start));
}

/** Numbers and names. The first word of a sentence is written large whatever it is. */
function valuesIn(words: SpokenWord[], whole: string): SpokenWord[] {
  return words.filter(
    (word, at) => /\d/.test(word.text) || (words[at - 1]?.sentence === word.sentence && isNamed(word, whole)),
  );
}

/** Numbers and names of an item that the person states: who asks for something, or about it, says them too. */
function statedValues({ body }: Operation, person: string): string[] {
  const values = new Set(termsOf(valuesIn(spokenWords(body), body)));
  const stated = sentencesOf(person).filter((sentence) => STATES.test(sentence) && !asks(sentence));
  return termsOf(spokenWords(stated.join("\n"))).filter((term) => values.has(term));
}

/** What sentences hold that tell how things are, and orders seldom do. */
const STATES =
  /\b(?:we|is|are|was|were|no|not|now|already|since|actually|instead|wrong|moved|changed|switched|upgraded|migrated|renamed|replaced|became|dropped|runs|uses|lives|owns|wir|ist|sind|war|nicht|kein|jetzt|nun|mehr|falsch)\b|\b(?:it|that|he|she|they|there)['’](?:s|re)\b|n['’]t\b|[是了已不没改换搬]|[はがだ]|です|ました|ない/iu;

/** They tell nothing, and the index knows English ones alone. */
const GERMAN = new Set(
  "der die das den dem des ein eine einen einer ist sind wird werden und oder mit auf für von im in zu".split(
    " ",
  ),
);

function holdsTogether(text: readonly SpokenWord[], claim: Claim): boolean {
  const passage = new Passage(claim);
  for (const hit of hitsIn(text, claim)) {
    passage.add(hit);
    if (passage.tellsClaim()) return true;
  }
  return false;
}

interface Hit {
  term: string;
  /** Number of the word. */
  at: number;
}

/** The terms of a claim among the last words of a text. */
class Passage {
  readonly #claim: Claim;
  readonly #hits: Hit[] = [];
  readonly #counts = new Map<string, number>();
  #first = 0;
  #foreign = 0;
  #values = 0;

  constructor(claim: Claim) {
    this.#claim = claim;
  }

  add(hit: Hit): void {
    this.#hits.push(hit);
    this.#count(hit.term, 1);
    for (let oldest = this.#hits[this.#first]; oldest !== undefined; oldest = this.#hits[this.#first]) {
      if (oldest.at > hit.at - PASSAGE_WORDS) break;
      this.#count(oldest.term, -1);
      this.#first += 1;
    }
  }

  #count(term: string, by: 1 | -1): void {
    const before = this.#counts.get(term) ?? 0;
    if (before + by === 0) this.#counts.delete(term);
    else this.#counts.set(term, before + by);
    if (before !== 0 && before + by !== 0) return;
    if (this.#claim.foreign.has(term)) this.#foreign += by;
    if (this.#claim.values.has(term)) this.#values += by;
  }

  /** Most of what the person did not say, where that is the most; of a fact, a value with what they asked, or all. */
  tellsClaim(): boolean {
    const { all, foreign, isFact, isMostlyTheirs } = this.#claim;
    const isMostlyForeign = foreign.size >= LEAST_RETOLD && foreign.size * 2 > all.size;
    if (isMostlyForeign && this.#foreign * 2 > foreign.size) return true;
    if (!isFact) return false;
    if (this.#values > 0 && this.#counts.size * 2 > all.size) return true;
    return !isMostlyTheirs && this.#counts.size === all.size;
  }
}

/** Where terms of the claim stand in a text. */
function* hitsIn(words: readonly SpokenWord[], { all, beginnings }: Claim): Generator<Hit> {
  const known = new Map<string, string[]>();
  for (const [at, word] of words.entries()) {
    if (!beginnings.has(beginningOf(word.text))) continue;
    const spelled = spellingAt(words, at);
    const terms = known.get(spelled) ?? newTerms(spelled, []).filter((term) => all.has(term));
    known.set(spelled, terms);
    for (const term of terms) yield { term, at };
  }
}

function termsOf(words: readonly SpokenWord[]): string[] {
  return words.flatMap((_word, at) => newTerms(spellingAt(words, at), []));
}

/** A word; a character of a script without spaces with the one before it, as the two together tell more. */
function spellingAt(words: readonly SpokenWord[], at: number): string {
  const [before, word] = [words[at - 1], words[at]];
  if (word === undefined) return "";
  return before?.end === word.start ? before.text + word.text : word.text;
}

function beginningOf(word: string): string {
  return word.slice(0, 2);
}

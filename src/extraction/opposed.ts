import { claimWords } from "./item-claims.ts";

/** Before a word that turns over what follows, and between clauses; `a.ts` and `10:30` are of one piece. */
const CLAUSE_END =
  /[\n;。；！？，、：]|[.,:!?](?=\s|$)|\s(?=(?:instead of|rather than|over|but|not|nicht|statt)\s)|(?=而不是|而非|代替|取代)/iu;
const NEGATION =
  /\b(?:not|no|never|without|avoid|stop|instead of|rather than|over|nicht|nie|niemals|kein\w*|ohne|statt)\b|n['’]t\b|不(?!仅|但|错)|(?<![特分类级区个差识性])别(?![名的人])|勿|没|无需|禁止|而非|代替|取代|ない|ません|なし/iu;

/** Stems that any wish may have. */
const DOING: ReadonlySet<string> = new Set(["us", "用"]);

/**
 * What a text denies that another one says, or says that it denies: the words of each clause that has none of its own
 * beside a clause there, where one of the two is turned over. What is denied altogether is also turned over by a case of
 * it; what is said altogether is not by an exception. Words like _not_ are none that texts are compared by.
 */
export function opposingWords(text: string, known: string): string[] {
  return opposingClauses(clausesOf(text), clausesOf(known));
}

/** The same of clauses that are compared with many others. */
export function opposingClauses(clauses: readonly Clause[], known: readonly Clause[]): string[] {
  const opposing = clauses.filter(({ words, isNegated }) => {
    const alike = known.filter(
      (other) =>
        isWithin(words, other.words) || (other.isNegated && !isNegated && isWithin(other.words, words)),
    );
    return alike.length > 0 && alike.every((other) => other.isNegated !== isNegated);
  });
  return opposing.flatMap(({ words }) => [...words]);
}

/** A part of a sentence that is turned over as a whole or not at all. */
export interface Clause {
  words: ReadonlySet<string>;
  isNegated: boolean;
}

/** The clauses of a text that hold words which tell something. */
export function clausesOf(text: string): Clause[] {
  return text
    .split(CLAUSE_END)
    .map((clause) => ({
      words: new Set(claimWords(clause.replace(NEGATION, " ")).filter((word) => !DOING.has(word))),
      isNegated: NEGATION.test(clause),
    }))
    .filter(({ words }) => words.size > 0);
}

function isWithin(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (some.size > others.size) return false;
  for (const word of some) if (!others.has(word)) return false;
  return true;
}

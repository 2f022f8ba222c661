import { claimWords } from "./item-claims.ts";

/** Before a word that turns over what follows, and between clauses; `a.ts` and `10:30` are of one piece. */
const CLAUSE_END =
  /[\n;。；！？，、：]|[.,:!?](?=\s|$)|\s(?=(?:instead of|rather than|but|not|nicht|statt)\s)|(?=而不是|而非)/iu;
const NEGATION =
  /\b(?:not|no|never|without|avoid|stop|instead of|rather than|nicht|nie|niemals|kein\w*|ohne|statt)\b|n['’]t\b|不(?!仅|但|错)|(?<![特分类级区个差识性])别(?![名的人])|勿|没|无需|禁止|而非|ない|ません|なし/iu;

/**
 * What a text denies that another one says, or says that it denies: the words of each clause that has none of its own
 * beside a clause there, where one of the two is turned over. Words like _not_ are none that texts are compared by.
 */
export function opposingWords(text: string, known: string): string[] {
  const others = clausesOf(known);
  const opposing = clausesOf(text).filter(({ words, isNegated }) => {
    const alike = others.filter((other) => words.every((word) => other.words.includes(word)));
    return alike.length > 0 && alike.every((other) => other.isNegated !== isNegated);
  });
  return opposing.flatMap(({ words }) => words);
}

interface Clause {
  words: readonly string[];
  isNegated: boolean;
}

function clausesOf(text: string): Clause[] {
  return text
    .split(CLAUSE_END)
    .map((clause) => ({ words: claimWords(clause.replace(NEGATION, " ")), isNegated: NEGATION.test(clause) }))
    .filter(({ words }) => words.length > 0);
}

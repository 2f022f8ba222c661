import { isStopCharacters, type Term } from "../text/index.ts";

/**
 * How much of a word a term is. Characters happen to be shared more easily than words: one of Han may be a word, one of
 * an alphabet never is; Chinese and Korean words are often two, those of kana or Thai longer.
 */
export function wordShare(term: Pick<Term, "kind" | "text">): number {
  const { kind, text } = term;
  if (kind === "word" || kind === "identifier") return 1;
  const isHan = onlyHan.test(text);
  if (isOneCharacter(term)) return isHan ? 0.5 : 0;
  return isHan || onlyHangul.test(text) ? 0.8 : 0.4;
}

const onlyHan = /^\p{Script=Han}+$/u;
const onlyHangul = /^\p{Script=Hangul}+$/u;

/** Whether it is one character of a script without spaces, alone or with a particle beside it. */
export function isOneCharacter({ kind, text }: Pick<Term, "kind" | "text">): boolean {
  if (kind !== "pair") return kind === "character";
  return [...text].filter(isStopCharacters).length === 1;
}

import type { Memory } from "../memory/index.ts";
import { allTerms } from "../text/index.ts";
import { foreignNames, knownTexts, repeatedWords } from "./repeated-text.ts";
import { spokenWords } from "./spoken-words.ts";

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
}

/** Words in a row that are the person's own, although they were injected too. */
const OWN_RUN = 4;
const OWN_SHARE = 0.8;

/** Whether an item brings back what was injected, in any part of it. */
export function repeatsInjected(
  text: string,
  injected: readonly string[],
  { person, target }: OwnWords,
): boolean {
  const own = target === null ? [person] : [person, wholeText(target)];
  if (foreignNames(text, { injected, own }).size > 0) return true;
  const words = spokenWords(text);
  const marks = repeatedWords(words, knownTexts(injected));
  if (!marks.includes(true)) return false;
  const mine = repeatedWords(words, knownTexts(own), { run: OWN_RUN });
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] !== true) continue;
    const from = at;
    while (marks[at + 1] === true) at += 1;
    const owned = mine.slice(from, at + 1).filter(Boolean).length;
    if (owned < OWN_SHARE * (at + 1 - from)) return true;
  }
  return false;
}

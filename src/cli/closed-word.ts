/** The text of a word out of a record; records of a later version, or of nobody, may hold words that have none here. */
export function textOfWord<Word extends string>(texts: Readonly<Record<Word, string>>, word: Word): string {
  return Object.hasOwn(texts, word) ? texts[word] : "for a reason that this version of daybook does not know";
}

/** A word of a text and where it stands. */
export interface SpokenWord {
  /** Lower case, in one spelling; a character of a script without spaces is a word. */
  text: string;
  /** UTF-16 offsets. */
  start: number;
  end: number;
  /** Number of its sentence, line or clause. */
  sentence: number;
}

// Han, kana, hangul, Thai and its neighbours: a run of letters is no word there.
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{N}\\p{M}\\p{Cf}]--[${UNSPACED}]]+`, "gv");
const ASCII_WORD = /[A-Za-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
// A stop ends a sentence only before a blank: `v1.2`, `a.ts` and `10:30` are of one piece.
const SENTENCE_END = /[\n\r。！？；：!?;|·—–“”"「」『』()（）[\]<>]|[.:,，、](?=\s|$)|\s-\s/u;

/** The words of a text in their order. Case, accents' encoding, punctuation, Markdown and line breaks make no difference. */
export function spokenWords(text: string): SpokenWord[] {
  const words: SpokenWord[] = [];
  let sentence = 0;
  let before = 0;
  for (const match of text.matchAll(ASCII.test(text) ? ASCII_WORD : WORD)) {
    const [raw] = match;
    const spelled = spellingOf(raw);
    if (spelled === "") continue;
    const start = match.index;
    if (words.length > 0 && endsSentence(text, before, start)) sentence += 1;
    before = start + raw.length;
    words.push({ text: spelled, start, end: before, sentence });
  }
  return words;
}

function spellingOf(raw: string): string {
  if (ASCII.test(raw)) return raw.toLowerCase();
  return raw
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}

/** Whether what stands between two words parts sentences. */
function endsSentence(text: string, from: number, to: number): boolean {
  if (to === from || (to === from + 1 && text.charCodeAt(from) === 0x20)) return false;
  return SENTENCE_END.test(text.slice(from, to + 1));
}

/** A character of a script without spaces tells two thirds of what a word does. */
function weightOf(word: string): number {
  return IS_UNSPACED.test(word) ? 1 : 1.5;
}

/** Of a whole text or part of one. */
export function weightOfWords(words: readonly { text: string }[]): number {
  return words.reduce((sum, { text }) => sum + weightOf(text), 0);
}

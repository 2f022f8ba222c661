/** What a character is to the tokenizer. */

export const OTHER = 0;
/** A letter of a script that writes its words apart. */
export const LETTER = 1;
export const DIGIT = 2;
/** A character of a script that does not, or whose words carry their endings: Han, kana, hangul, Thai and its neighbours. */
export const UNSPACED = 3;
/** Holds the parts of an identifier together: `_ - . / : @ \`. */
export const JOINER = 4;

const UNKNOWN = 255;
const joiners = new Set("_-./:@\\");

// Filled as characters are met: one look at a pattern a character, and nothing to build at import.
const classes = new Uint8Array(0x10000).fill(UNKNOWN);

/** The class of a code point; a lone surrogate is of none. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = classes[codePoint] ?? OTHER;
  if (known !== UNKNOWN) return known;
  const found = classify(codePoint);
  classes[codePoint] = found;
  return found;
}

function classify(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return OTHER;
  const character = String.fromCodePoint(codePoint);
  if (joiners.has(character)) return JOINER;
  if (/[\p{L}\p{M}\p{N}]/u.test(character) && !/[\ufe00-\ufe0f]/.test(character)) {
    if (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Hangul}\p{Script=Bopomofo}]/u.test(character)) {
      return UNSPACED;
    }
    if (
      /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u.test(character)
    ) {
      return UNSPACED;
    }
    return /\p{N}/u.test(character) ? DIGIT : LETTER;
  }
  return OTHER;
}

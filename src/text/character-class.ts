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
  return commonClass(codePoint) ?? patternClass(codePoint);
}

/** Of what nearly every text is written in, without a pattern: building one takes longer than reading a prompt. */
function commonClass(codePoint: number): number | undefined {
  if (codePoint < 0x80) return asciiClass(codePoint);
  const isUnspaced =
    (codePoint >= 0x3041 && codePoint <= 0x3096) ||
    (codePoint >= 0x30a1 && codePoint <= 0x30fa) ||
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3);
  return isUnspaced ? UNSPACED : undefined;
}

function asciiClass(codePoint: number): number {
  if (codePoint >= 0x30 && codePoint <= 0x39) return DIGIT;
  const lower = codePoint | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return LETTER;
  return joiners.has(String.fromCharCode(codePoint)) ? JOINER : OTHER;
}

function patternClass(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return OTHER;
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{L}\p{M}\p{N}]/u.test(character) || /[\ufe00-\ufe0f]/.test(character)) return OTHER;
  if (unspacedScripts.test(character)) return UNSPACED;
  return /\p{N}/u.test(character) ? DIGIT : LETTER;
}

const unspacedScripts =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/**
 * The English stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14 (3), 1980, pp. 130-137,
 * written anew from the paper. Steps and their numbers are the paper's.
 */

type Rule = readonly [suffix: string, replacement: string];

const step2: readonly Rule[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["ator", "ate"],
  ["eli", "e"],
];

const step3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const step4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou|(?<=[st])ion)$/;

// A text repeats its words, and stemming one costs more than everything else that is done with it.
const known = new Map<string, string>();
const mostKnown = 10_000;

/** The stem of a lower-case English word; anything but the letters a to z comes back as it is. */
export function porterStem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  if (known.size >= mostKnown) known.clear();
  const stem = stemOf(word);
  known.set(word, stem);
  return stem;
}

function stemOf(word: string): string {
  const singular = withoutPlural(word);
  const plain = withoutPast(singular);
  const soft = plain.endsWith("y") && hasVowel(plain.slice(0, -1)) ? `${plain.slice(0, -1)}i` : plain;
  return tidied(withoutStep4(replaced(replaced(soft, step2), step3)));
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("ss") ? word : word.slice(0, -1);
}

/** Step 1b. */
function withoutPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - cut);
  if (cut === 0 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Steps 2 and 3: the longest suffix that fits decides, whether or not its stem is long enough. */
function replaced(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, word.length - suffix.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function withoutStep4(word: string): string {
  const suffix = step4.exec(word)?.[0];
  if (suffix === undefined) return word;
  const stem = word.slice(0, word.length - suffix.length);
  return measure(stem) > 1 ? stem : word;
}

/** Step 5. */
function tidied(word: string): string {
  const stem = word.slice(0, -1);
  const isLong = measure(stem) > 1;
  if (word.endsWith("e")) return isLong || (measure(stem) === 1 && !endsShort(stem)) ? stem : word;
  return word.endsWith("ll") && isLong ? stem : word;
}

/** The paper's m: how often a vowel is followed by a consonant. */
function measure(stem: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < stem.length; at += 1) {
    const isVowel = isVowelAt(stem, at, wasVowel);
    if (wasVowel && !isVowel) count += 1;
    wasVowel = isVowel;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  return /[aeiou]|[^aeiou]y/.test(stem);
}

/** A `y` is a vowel after a consonant only. */
function isVowelAt(word: string, at: number, wasVowel: boolean): boolean {
  const letter = word.charCodeAt(at);
  if (letter === 121) return at > 0 && !wasVowel;
  return letter === 97 || letter === 101 || letter === 105 || letter === 111 || letter === 117;
}

function endsInDouble(stem: string): boolean {
  return /([^aeiou])\1$/.test(stem);
}

/** Consonant, vowel, consonant, the last not w, x or y. */
function endsShort(stem: string): boolean {
  let wasVowel = false;
  let shape = "";
  for (let at = 0; at < stem.length; at += 1) {
    wasVowel = isVowelAt(stem, at, wasVowel);
    shape += wasVowel ? "v" : "c";
  }
  return shape.endsWith("cvc") && !/[wxy]$/.test(stem);
}

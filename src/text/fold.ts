/** One spelling for what people write with and without accents. */

const special: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * Lower case without the accents of Latin and Greek letters and the vowel signs of Arabic and Hebrew.
 * Marks that make another letter (й, が, Indic vowels) stay.
 */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+|[\u0591-\u05c7\u064b-\u065f\u0670\u0640]/gu, "")
    .normalize("NFC")
    .replace(/[ßæœøłđðþı]/g, (letter) => special[letter] ?? letter);
}

/** Letters that render as nothing: the Hangul fillers and the blank Braille cell. */
const BLANK_LETTERS = "\\u115f\\u1160\\u2800\\u3164\\uffa0";
const ONLY_BLANKS = new RegExp(`^[\\s\\p{Cc}\\p{Cf}\\p{Z}\\p{M}${BLANK_LETTERS}]*$`, "u");
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]+/;

/** Whether nothing in the text can be seen: blanks, controls, zero-width characters. */
export function isBlank(text: string): boolean {
  return ONLY_BLANKS.test(text);
}

/** The text on one line: line ends at its ends go, others become one blank, with the blanks around them. */
export function oneLine(text: string): string {
  const [first = "", ...others] = text.split(LINE_ENDS);
  const last = others.pop();
  if (last === undefined) return text;
  const parts = [first.trimEnd(), ...others.map((part) => part.trim()), last.trimStart()];
  return parts.filter((part) => part.trim() !== "").join(" ");
}

/** The text as UTF-8 can hold it: half a surrogate pair becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

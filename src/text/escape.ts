/**
 * Text that people and models wrote can hold characters that nobody sees: terminal controls,
 * zero-width characters, marks that turn the reading direction, tags that spell hidden words.
 * They are shown as `\u{202e}`, so that what is read is what is there.
 */
export interface EscapeOptions {
  /** Leave `\n` and `\t` as they are (and drop the `\r` of `\r\n`). Without it they are shown too. */
  keepLines?: boolean;
}

// Line separators, fillers and selectors that are no format characters by category.
const HIDDEN =
  /[\u034f\p{Cc}\p{Cf}\p{Surrogate}\p{Variation_Selector}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
// Format characters that are seen: Arabic and Kaithi number signs.
const SEEN = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

// Nearly every text holds only these, which are all seen: one quick look tells.
const PLAIN = String.raw` -~\u00a1-\u00ac\u00ae-\u034e\u0350-\u05ff\u2010-\u2027\u2030-\u205f\u2070-\u3163\u3165-\ud7ff`;
const NOT_PLAIN = new RegExp(`[^${PLAIN}]`);
const NOT_PLAIN_LINES = new RegExp(String.raw`[^\n\t${PLAIN}]`);

/** Shows every character that would not be seen as `\u{hex}`. Applying it twice changes nothing. */
export function escapeUnseen(text: string, { keepLines = false }: EscapeOptions = {}): string {
  if (!(keepLines ? NOT_PLAIN_LINES : NOT_PLAIN).test(text)) return text;
  const lines = keepLines ? text.replace(/\r\n/g, "\n") : text;
  return lines.replace(HIDDEN, (character, offset: number) => {
    if (keepLines && (character === "\n" || character === "\t")) return character;
    if (SEEN.test(character) || isPartOfWriting(lines, offset)) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}])\ufe0f?$/u;
const SELECTED_BEFORE = /[\p{Extended_Pictographic}0-9#*]$/u;
const JOINED_SCRIPT_BEFORE = /[\p{L}\p{M}]$/u;
const ASCII_BEFORE = /[\0-\x7f]$/;

/** A joiner between emoji or between letters of a joining script, an emoji's own selector. */
function isPartOfWriting(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code !== 0x200d && code !== 0x200c && code !== 0xfe0f && code !== 0xfe0e) return false;
  const before = text.slice(Math.max(0, offset - 3), offset);
  const after = text.slice(offset + 1, offset + 3);
  if (code === 0xfe0f || code === 0xfe0e) return SELECTED_BEFORE.test(before);
  if (code === 0x200d && EMOJI_BEFORE.test(before)) return /^\p{Extended_Pictographic}/u.test(after);
  return (
    JOINED_SCRIPT_BEFORE.test(before) &&
    !ASCII_BEFORE.test(before) &&
    /^[^\0-\x7f]/u.test(after) &&
    /^\p{L}/u.test(after)
  );
}

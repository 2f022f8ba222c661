/** UTF-8 bytes of a text. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** Unicode code points of a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  return count;
}

/** The longest beginning of at most `limit` UTF-8 bytes that splits no character, accent or joined emoji. */
export function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit) return text;
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const width = widthAt(text, at);
    bytes += bytesOf(text.codePointAt(at) ?? 0);
    if (bytes > limit) return text.slice(0, beforeJoined(text, at));
    at += width;
  }
  return text;
}

/** The text, or its longest beginning that fits with `…` into `limit` code points. A limit below 1 gives nothing. */
export function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit || countCharacters(text) <= limit) return text;
  if (limit < 1) return "";
  let at = 0;
  for (let count = 0; count < limit - 1; count += 1) at += widthAt(text, at);
  return `${text.slice(0, beforeJoined(text, at)).trimEnd()}…`;
}

function widthAt(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

// What belongs to the character before it: accents, variation selectors, skin tones, joiners.
const JOINS_BEFORE = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;
// Longest cluster that is kept whole; longer runs of accents are noise and are split.
const CLUSTER = 32;

/** Moves a cut back so that it does not fall between a character and what is joined to it. */
function beforeJoined(text: string, at: number): number {
  let cut = at;
  while (cut > 0 && cut > at - CLUSTER) {
    const joined = JOINS_BEFORE.test(text.slice(cut, cut + 2)) || text.charCodeAt(cut - 1) === 0x200d;
    if (!joined) return cut;
    cut -= cut > 1 && widthAt(text, cut - 2) === 2 ? 2 : 1;
  }
  return cut === 0 ? 0 : at;
}

/**
 * How a string is written as a YAML value so that strict YAML 1.1 and 1.2 readers give exactly
 * this string back: plain where nothing can be read into it, else in double quotes.
 */

// Plain text begins with a letter; inside, only what no reader takes for structure.
const PLAIN = /^\p{L}(?:[\p{L}\p{M}\p{N}\p{P}\p{S} ]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u;
const STRUCTURE = /:(?: |$)| #/;
// Words that some YAML version reads as a boolean or as nothing.
const TYPED_WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
// daybook's own session ids: a date, a time and four hex digits are no YAML type together.
const SESSION_ID = /^\d{8}-\d{6}-[0-9a-f]{4}$/;

/** The YAML source of a one-line or many-line string. */
export function yamlScalar(value: string): string {
  return isSafePlain(value) ? value : doubleQuoted(value);
}

function isSafePlain(value: string): boolean {
  if (SESSION_ID.test(value)) return true;
  if (!PLAIN.test(value) || STRUCTURE.test(value) || TYPED_WORD.test(value)) return false;
  // Emoji are fine to most readers, but the oldest ones know them only inside quotes.
  return !/[\u{10000}-\u{10ffff}]/u.test(value);
}

// What JSON leaves as it is, but a YAML 1.1 reader takes for a line end, refuses, or a person cannot see.
const UNSEEN =
  /[\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g;

/** The string in double quotes, with escapes that YAML and JSON share. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** How servers say that a conversation does not fit, and where their sentence names the window. */

const TOO_LONG = [
  /prompt is too long/,
  /exceed(s|ed|_)?.*context/,
  /context[ _-]?(length|size|window)/,
  /maximum (context|prompt|model) length/,
  /exceed(s|ed)? (the )?(maximum number of tokens|model token limit)/,
  /request[_ ](entity[_ ])?too[_ ]large/,
  /too many (input )?tokens/,
  /range of input length/,
  /reduce the length of the (messages|prompt|input)/,
].map((pattern) => new RegExp(pattern, "i"));

const WINDOW = [
  /(?:maximum )?(?:context|prompt|model) length (?:is|of)(?: only)? (\d[\d,]*)/,
  /context (?:size|window|length)[^\d]{0,20}\((\d[\d,]*)/,
  /(\d[\d,]*) maximum context length/,
  /> (\d[\d,]*)(?: maximum|, decrease)/,
  /maximum number of tokens(?: allowed)?[^\d]{0,10}(\d[\d,]*)/,
  /model token limit:? (\d[\d,]*)/,
  /range of input length should be \[\d+, ?(\d[\d,]*)\]/,
].map((pattern) => new RegExp(pattern, "i"));

/** Whether these words, an error type among them, mean that the conversation is too long. */
export function saysTooLong(words: string): boolean {
  return TOO_LONG.some((pattern) => pattern.test(words));
}

/** Tokens of the window that a too-long error names, if it does. */
export function windowIn(words: string): number | undefined {
  const digits = WINDOW.map((pattern) => pattern.exec(words)?.[1]).find((found) => found !== undefined);
  const window = Number(digits?.replaceAll(",", "") ?? Number.NaN);
  return Number.isSafeInteger(window) && window > 0 ? window : undefined;
}

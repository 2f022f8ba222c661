// One token a character: CJK ideographs, kana, hangul, their punctuation and full-width forms.
const WIDE =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/gu;

/** Estimated tokens: CJK one a character, everything else UTF-8 bytes / 4, rounded up. */
export function estimateTokens(text: string): number {
  let wide = 0;
  const rest = text.replace(WIDE, () => {
    wide += 1;
    return "";
  });
  return wide + Math.ceil(Buffer.byteLength(rest, "utf8") / 4);
}

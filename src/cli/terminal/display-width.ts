/** Ranges of code points that take two cells in a terminal (East Asian wide and full width). */
const wide: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];
const nothing = /^[\p{Mark}\p{Cf}]$/u;
const picture = /^\p{Emoji_Presentation}$/u;

/** Terminal cells that a text takes. Joined emoji count each part: the common terminals draw them so. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The text cut to at most `cells`, ending in `…` when something went. */
export function fitWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  if (cells < 1) return "";
  let kept = "";
  let width = 1;
  for (const character of text) {
    width += characterWidth(character);
    if (width > cells) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** The text with blanks added up to `cells`. */
export function padWidth(text: string, cells: number): string {
  return text + " ".repeat(Math.max(0, cells - displayWidth(text)));
}

/** Cells of one character. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1;
  if (isWide(code)) return 2;
  if (nothing.test(character)) return 0;
  return picture.test(character) ? 2 : 1;
}

function isWide(code: number): boolean {
  return code >= 0x1100 && wide.some(([from, to]) => code >= from && code <= to);
}

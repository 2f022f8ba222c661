import { displayWidth, fitWidth } from "./display-width.ts";

// Our own colours, which take no cells.
// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[\d;]*m/gu;

/** The text without the colours that this program gave it. */
export function withoutColours(text: string): string {
  return text.replaceAll(COLOUR, "");
}

/** Terminal cells of a coloured text. */
export function paintedWidth(text: string): number {
  return displayWidth(withoutColours(text));
}

/** A coloured line that fits: one that is too long loses its colours with its end. */
export function fitPainted(text: string, cells: number): string {
  return paintedWidth(text) <= cells ? text : fitWidth(withoutColours(text), cells);
}

/** A stretch of a coloured line that has one look. */
export interface PaintedStretch {
  text: string;
  paint: (text: string) => string;
}

// What ends the colours that picocolors begins, by the number that begins them.
const endOf = (code: number): number => {
  if (code === 1 || code === 2) return 22;
  if (code >= 30) return code < 40 || code >= 90 ? 39 : 49;
  return code + 20;
};

/** A coloured line by its looks, so that it can be broken without losing them. */
export function paintedStretches(line: string): PaintedStretch[] {
  let open: number[] = [];
  const stretches: PaintedStretch[] = [];
  let from = 0;
  const add = (text: string): void => {
    if (text === "") return;
    const begin = open.map((code) => `\u001b[${code}m`).join("");
    const end = open.map((code) => `\u001b[${endOf(code)}m`).join("");
    stretches.push({ text, paint: (part) => begin + part + end });
  };
  for (const found of line.matchAll(COLOUR)) {
    add(line.slice(from, found.index));
    from = found.index + found[0].length;
    const code = Number.parseInt(found[0].slice(2), 10) || 0;
    const isBegin = code > 0 && (code < 22 || (code >= 30 && code !== 39 && code !== 49));
    open = isBegin ? [...open, code] : open.filter((other) => code !== 0 && endOf(other) !== code);
  }
  add(line.slice(from));
  return stretches;
}

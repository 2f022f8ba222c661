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

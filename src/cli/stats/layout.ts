import type { Colors } from "../terminal/terminal.ts";

/** How figures are laid out. */
export interface Layout {
  colors: Colors;
  /** Cells of a line. */
  width: number;
}

/** Cells of a bar in a line of so many. */
export function barCells(width: number): number {
  return width < 60 ? 8 : 20;
}

/** Parts of a line that are told apart by a dot; empty ones are left out. */
export function dotted(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

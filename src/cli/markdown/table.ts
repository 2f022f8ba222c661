import type { Tokens } from "marked";
import { inlineSpans } from "./inline.ts";
import type { MarkdownLayout } from "./styles.ts";
import { paintedWidth } from "../terminal/painted.ts";
import { widestBox, widthOfSpans, wrapSpans, type Span } from "./wrap.ts";

const NARROWEST = 4;
const BETWEEN = 3;

type Align = "left" | "right" | "center" | null;

interface Grid {
  header: Span[][];
  rows: Span[][][];
  align: readonly Align[];
}

/** A table that fits its width: columns give way in proportion, cells wrap; too many columns become a list. */
export function renderMarkdownTable(token: Tokens.Table, layout: MarkdownLayout): string[] {
  const { styles, width } = layout;
  const grid: Grid = {
    header: token.header.map((cell) => inlineSpans(cell.tokens, styles, styles.strong)),
    rows: token.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, styles))),
    align: token.align,
  };
  const widths = columnWidths(grid, width - BETWEEN * (grid.header.length - 1));
  return widths === null ? renderAsList(grid, layout) : renderGrid(grid, widths, layout);
}

// Null when even narrow columns do not fit.
function columnWidths({ header, rows }: Grid, room: number): number[] | null {
  if (room < header.length * NARROWEST) return null;
  const columns = header.map((cell, index) => [cell, ...rows.map((row) => row[index] ?? [])]);
  const natural = columns.map((cells) => Math.max(1, ...cells.map(widthOfSpans)));
  const least = columns.map((cells, index) =>
    Math.min(natural[index] ?? 1, Math.max(NARROWEST, ...cells.map(widestBox))),
  );
  if (sum(natural) <= room) return natural;
  // Whole words where there is room for them, else words are broken.
  const floor = sum(least) <= room ? least : natural.map((cells) => Math.min(cells, NARROWEST));
  return shareOut(natural, floor, room);
}

function shareOut(natural: readonly number[], floor: readonly number[], room: number): number[] {
  const widths = [...floor];
  for (let left = room - sum(floor); left > 0; left -= 1) {
    // A cell for the column that is furthest from what it would like.
    let neediest = -1;
    let need = 0;
    for (const [index, cells] of widths.entries()) {
      const missing = (natural[index] ?? 0) - cells;
      if (missing > need) [neediest, need] = [index, missing];
    }
    if (neediest < 0) break;
    widths[neediest] = (widths[neediest] ?? 0) + 1;
  }
  return widths;
}

function renderGrid(
  { header, rows, align }: Grid,
  widths: readonly number[],
  layout: MarkdownLayout,
): string[] {
  const { muted } = layout.styles;
  const rule = muted(widths.map((cells) => "─".repeat(cells)).join("─┼─"));
  const row = (cells: readonly Span[][]): string[] => renderRow({ cells, widths, align }, muted(" │ "));
  return [...row(header), rule, ...rows.flatMap(row)];
}

interface Row {
  cells: readonly Span[][];
  widths: readonly number[];
  align: readonly Align[];
}

function renderRow({ cells, widths, align }: Row, bar: string): string[] {
  const wrapped = widths.map((width, index) => wrapSpans(cells[index] ?? [], width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, index) => alignCell(wrapped[index]?.[line] ?? "", width, align[index] ?? null))
      .join(bar)
      .trimEnd(),
  );
}

function alignCell(text: string, width: number, align: Align): string {
  const free = Math.max(0, width - paintedWidth(text));
  const left = align === "right" ? free : align === "center" ? Math.floor(free / 2) : 0;
  return " ".repeat(left) + text + " ".repeat(free - left);
}

function renderAsList({ header, rows }: Grid, { width, styles }: MarkdownLayout): string[] {
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [styles.muted("─".repeat(Math.min(width, 10)))] : []),
    ...row.flatMap((cell, column) => {
      const name = header[column] ?? [];
      return wrapSpans([...name, { text: ": ", paint: styles.muted }, ...cell], width);
    }),
  ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

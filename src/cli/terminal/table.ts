import { displayWidth, fitWidth, padWidth } from "./display-width.ts";

/** One column of a table; `paint` colours a cell after it was measured. */
export interface Column {
  paint?: (text: string) => string;
  /** The column that gives way first when the line is too long. */
  flexible?: boolean;
  /** Cells to which a column may be cut, with `…`; one without it keeps its width as long as it is shown. */
  least?: number;
  /** Where even that is too wide, columns with this go as a whole, the lowest number first. */
  dispensable?: number;
  align?: "left" | "right";
}

const gap = "  ";

/**
 * Lines of a table whose columns stand under one another and that fits `width` cells: first the flexible
 * column is cut, then the others that have a `least`, then dispensable columns go.
 * The last column is not padded, so no line ends in blanks.
 */
export function renderTable(columns: readonly Column[], rows: readonly string[][], width: number): string[] {
  const all = columns.map((column, index) => measure(column, { index, rows }));
  const shown = fitColumns(withoutDispensable(all, width), width);
  return rows.map((row) => renderRow(shown, row));
}

interface Measured extends Column {
  /** Which cell of a row it shows. */
  index: number;
  /** Cells it takes. */
  room: number;
  /** Cells it takes at least. */
  least: number;
}

function measure(column: Column, { index, rows }: { index: number; rows: readonly string[][] }): Measured {
  const room = rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? "")), 0);
  const least = column.least ?? (column.flexible === true ? 8 : room);
  return { ...column, index, room, least: Math.min(room, least) };
}

function withoutDispensable(columns: readonly Measured[], width: number): Measured[] {
  const kept = [...columns];
  while (totalOf(kept.map(({ least }) => least)) > width) {
    const order = kept.flatMap(({ dispensable }) => dispensable ?? []);
    const goes = kept.findIndex(({ dispensable }) => dispensable === Math.min(...order));
    if (goes < 0) break;
    kept.splice(goes, 1);
  }
  return kept;
}

function fitColumns(columns: readonly Measured[], width: number): Measured[] {
  const isLast = (column: Measured): number => (column.flexible === true ? 0 : 1);
  const fitted = columns
    .map((column) => ({ ...column }))
    .toSorted((left, right) => isLast(left) - isLast(right));
  let excess = totalOf(columns.map(({ room }) => room)) - width;
  // A terminal of a few cells only: better cut to almost nothing than wrapped.
  for (const floor of [(column: Measured) => column.least, () => 4]) {
    for (const column of fitted) {
      const given = Math.max(0, Math.min(excess, column.room - floor(column)));
      column.room -= given;
      excess -= given;
    }
  }
  return fitted.toSorted((left, right) => left.index - right.index);
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells, 0) + gap.length * (widths.length - 1);
}

function renderRow(columns: readonly Measured[], row: readonly string[]): string {
  const cells = columns.map(({ paint, align, index, room }, position) => {
    const text = fitWidth(row[index] ?? "", room);
    const blanks = padWidth(text, room).slice(text.length);
    const painted = paint === undefined || text === "" ? text : paint(text);
    if (align === "right") return blanks + painted;
    return position === columns.length - 1 ? painted : painted + blanks;
  });
  return cells.join(gap).trimEnd();
}

/** The same rows for a program: one line each, cells apart by tabs, nothing cut. */
export function renderTabs(rows: readonly string[][]): string[] {
  return rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t"));
}

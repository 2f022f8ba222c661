import { displayWidth, fitWidth, padWidth } from "./display-width.ts";

/** One column of a table; `paint` colours a cell after it was measured. */
export interface Column {
  paint?: (text: string) => string;
  /** The one column that gives way when the line is too long. */
  flexible?: boolean;
  align?: "left" | "right";
}

const gap = "  ";

/**
 * Lines of a table whose columns stand under one another and that fits `width` cells.
 * The last column is not padded, so no line ends in blanks.
 */
export function renderTable(columns: readonly Column[], rows: readonly string[][], width: number): string[] {
  const widths = columns.map((_, index) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? "")), 0),
  );
  const total = widths.reduce((sum, cells) => sum + cells, 0) + gap.length * (columns.length - 1);
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (flexible >= 0 && total > width) {
    widths[flexible] = Math.max(8, (widths[flexible] ?? 0) - (total - width));
  }
  return rows.map((row) => renderRow(columns, row, widths));
}

function renderRow(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string {
  const cells = columns.map(({ paint, align }, index) => {
    const room = widths[index] ?? 0;
    const text = fitWidth(row[index] ?? "", room);
    const blanks = padWidth(text, room).slice(text.length);
    const painted = paint === undefined || text === "" ? text : paint(text);
    if (align === "right") return blanks + painted;
    return index === columns.length - 1 ? painted : painted + blanks;
  });
  return cells.join(gap).trimEnd();
}

/** The same rows for a program: one line each, cells apart by tabs, nothing cut. */
export function renderTabs(rows: readonly string[][]): string[] {
  return rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, " ")).join("\t"));
}

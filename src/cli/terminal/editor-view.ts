import { characterWidth } from "./display-width.ts";

/** Lines to draw, and where the cursor stands in them. */
export interface EditorView {
  lines: string[];
  row: number;
  /** Cells from the left. */
  column: number;
}

export interface EditorViewOptions {
  text: string;
  /** UTF-16 offset into the text. */
  cursor: number;
  /** What stands before the first line, and how many cells it takes: later lines are indented by them. */
  prompt: string;
  promptWidth: number;
  width: number;
  /** Of a longer text the part around the cursor is shown. */
  maxRows: number;
}

const TAB = "  ";

/** Lays a text out for editing: broken only where the line is full, wide characters whole. */
export function viewEditor(options: EditorViewOptions): EditorView {
  const { text, cursor, prompt, promptWidth } = options;
  const room = Math.max(2, options.width - promptWidth);
  const rows: string[] = [""];
  let used = 0;
  let at = { row: 0, column: 0 };
  let offset = 0;
  for (const character of text) {
    if (offset === cursor) at = { row: rows.length - 1, column: used };
    offset += character.length;
    const shown = character === "\t" ? TAB : character;
    const cells = character === "\t" ? TAB.length : characterWidth(character);
    if (character === "\n" || used + cells > room) {
      // The cursor stands before what moved to the next line.
      const moves = character !== "\n" && offset - character.length === cursor;
      rows.push("");
      used = 0;
      if (moves) at = { row: rows.length - 1, column: 0 };
      if (character === "\n") continue;
    }
    rows[rows.length - 1] += shown;
    used += cells;
  }
  if (offset <= cursor) {
    if (used >= room) {
      rows.push("");
      used = 0;
    }
    at = { row: rows.length - 1, column: used };
  }
  const lines = rows.map((row, index) => (index === 0 ? prompt : " ".repeat(promptWidth)) + row);
  const first = firstRow(at.row, rows.length, options.maxRows);
  return {
    lines: lines.slice(first, first + options.maxRows),
    row: at.row - first,
    column: promptWidth + at.column,
  };
}

function firstRow(cursorRow: number, rows: number, maxRows: number): number {
  return Math.max(0, Math.min(cursorRow - Math.floor(maxRows / 2), rows - maxRows));
}

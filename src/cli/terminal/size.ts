import type { OutputStream } from "../../app/index.ts";

/** Cells across and lines down. */
export interface ScreenSize {
  columns: number;
  rows: number;
}

/** The size of a terminal; one that does not know its own, or says 0, counts as 80 by 24. */
export function sizeOf(stdout: OutputStream): ScreenSize {
  const { rows } = stdout as { rows?: number };
  return { columns: stdout.columns || 80, rows: rows || 24 };
}

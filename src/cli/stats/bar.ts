const FULL = "█";
const EMPTY = "░";

/** A bar of so many cells; whatever is more than nothing shows, and only what is whole is full. */
export function bar(share: number, cells: number): string {
  const wanted = Math.floor(share * cells);
  const full = Math.min(cells, share > 0 ? Math.max(1, wanted) : 0);
  return FULL.repeat(full) + EMPTY.repeat(cells - full);
}

/** The full part alone, for bars under one another; as above. */
export function stroke(share: number, cells: number): string {
  return bar(share, cells).replaceAll(EMPTY, "");
}

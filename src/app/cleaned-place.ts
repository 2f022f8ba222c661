/** A place that was cleaned. */
export interface CleanedPlace {
  /** Absolute. */
  place: string;
  what: string;
}

/** `1 event`, `3 events`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

import { formatCount } from "../../text/index.ts";

/** A number in few cells: `9,870`, `123k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 10_000) return formatCount(count);
  // What would round to 1000k is a million.
  return count < 999_500 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Bytes for people: `870 B`, `12 KB`, `3.4 MB`. */
export function shortBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return bytes < 999_500_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** How many of what: `1 memory`, `1,204 memories`. */
export function countOf(count: number, one: string, more = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : more}`;
}

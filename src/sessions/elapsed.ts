const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whole days of 24 hours between two moments, the same in every time zone; never negative. */
export function wholeDaysBetween(earlier: Date, later: Date): number {
  return Math.max(0, Math.floor((later.getTime() - earlier.getTime()) / DAY));
}

/** `just now`, `5 minutes ago`, `2 hours ago`, `3 days ago`; a moment to come counts as now. */
export function timeAgo(earlier: Date, now: Date): string {
  const elapsed = now.getTime() - earlier.getTime();
  if (elapsed < MINUTE) return "just now";
  if (elapsed < HOUR) return ago(Math.floor(elapsed / MINUTE), "minute");
  if (elapsed < DAY) return ago(Math.floor(elapsed / HOUR), "hour");
  return ago(wholeDaysBetween(earlier, now), "day");
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

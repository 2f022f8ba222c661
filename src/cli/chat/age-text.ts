import { timeAgo } from "../../sessions/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something rested: `just now`, `5 minutes ago`, `3 days ago`. A time in the future counts as now. */
export function ageText(milliseconds: number): string {
  return timeAgo(new Date(-milliseconds), new Date(0));
}

/** The same in a few cells: `now`, `5 min`, `3 d`. */
export function shortAge(milliseconds: number): string {
  if (milliseconds >= DAY) return `${Math.floor(milliseconds / DAY)} d`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} h`;
  return milliseconds >= MINUTE ? `${Math.floor(milliseconds / MINUTE)} min` : "now";
}

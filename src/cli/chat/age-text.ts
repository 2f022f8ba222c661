const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How one unit is called: in full, and where there is little room. */
const units = [
  { name: "year", short: "y", from: 730 * day, length: 365.25 * day },
  { name: "month", short: "mo", from: 60 * day, length: 30.44 * day },
  { name: "week", short: "w", from: 14 * day, length: 7 * day },
  { name: "day", short: "d", from: day, length: day },
  { name: "hour", short: "h", from: hour, length: hour },
  { name: "minute", short: "min", from: minute, length: minute },
] as const;

/** How long something rested: `just now`, `5 minutes ago`, `3 days ago`. A time in the future counts as now. */
export function ageText(milliseconds: number): string {
  const age = inUnits(milliseconds);
  if (age === null) return "just now";
  const { count, unit } = age;
  return `${count} ${unit.name}${count === 1 ? "" : "s"} ago`;
}

/** The same in a few cells: `now`, `5 min`, `3 d`. */
export function shortAge(milliseconds: number): string {
  const age = inUnits(milliseconds);
  return age === null ? "now" : `${age.count} ${age.unit.short}`;
}

/** Whole units that have passed. */
function inUnits(milliseconds: number): { count: number; unit: (typeof units)[number] } | null {
  const unit = units.find(({ from }) => milliseconds >= from);
  return unit === undefined ? null : { count: Math.floor(milliseconds / unit.length), unit };
}

/** How old a memory is, told as a person counts: in calendar days of their time zone. */

/** When a memory was last known to be true, or null where nothing says so. */
export function observedAt(
  memory: {
    /** The header's time, as it stands there. */
    modified: string | null;
    /** Time of the file, where that means anything: a clone gives every shared file the time of the clone. */
    fileTime: Date | null;
  },
  now: Date,
): Date | null {
  const written = memory.modified === null ? null : timeOf(memory.modified);
  // A time that is still to come says nothing of the past.
  return [written, memory.fileTime].find((time) => time !== null && daysBetween(time, now) >= -1) ?? null;
}

const DATE_ALONE = /^(\d{4})-(\d\d)-(\d\d)$/;

function timeOf(written: string): Date | null {
  const [, year, month, day] = DATE_ALONE.exec(written.trim()) ?? [];
  // A date without a time is a day of the person's calendar, not midnight in Greenwich.
  const time =
    year === undefined ? new Date(written) : new Date(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Whole calendar days since then, at least 0; null for an unknown time. */
export function ageInDays(observed: Date | null, now: Date): number | null {
  return observed === null ? null : Math.max(0, daysBetween(observed, now));
}

function daysBetween(from: Date, to: Date): number {
  return dayNumber(to) - dayNumber(from);
}

// Days that are 23 or 25 hours long must not shift the count.
function dayNumber(time: Date): number {
  return Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000);
}

/** `today`, `yesterday`, `9 days ago`, `age unknown`. */
export function ageText(days: number | null): string {
  switch (days) {
    case null:
      return "age unknown";
    case 0:
      return "today";
    case 1:
      return "yesterday";
    default:
      return `${days} days ago`;
  }
}

/** From two days on, and where nobody knows: what the model must keep in mind. Else null. */
export function freshnessWarning(days: number | null): string | null {
  if (days === null) {
    return "Nobody knows when this was observed: verify it against the code before you rely on it.";
  }
  if (days < 2) return null;
  return `Observed ${days} days ago, at a point in time: things may have changed since. Verify it against the code before you rely on it.`;
}

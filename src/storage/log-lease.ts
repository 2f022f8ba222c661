import { fingerprint } from "./journal.ts";

/** Name of the lock that a log's one writer holds. */
export function leaseName(absolute: string): string {
  return `log-${fingerprint(absolute)}`;
}

import type { Limits } from "../limits/index.ts";
import { countBytes, cutCharacters, escapeUnseen, isBlank } from "../text/index.ts";

/** A memory that a side query may choose. */
export interface ManifestEntry {
  /** `scope/slug`. */
  id: string;
  type: string;
  name: string;
  description: string;
  /** When it was noted, or null. */
  observed: Date | null;
}

/** What a side query is offered. */
export interface Manifest {
  /** One line a memory. */
  text: string;
  bytes: number;
  /** Those that have a line, in its order. */
  entries: ManifestEntry[];
}

/** As many of the candidates as the limits allow, in their order: the best go first. */
export function buildManifest(
  candidates: readonly ManifestEntry[],
  limits: Pick<Limits, "manifestEntries" | "manifestBytes" | "descriptionCharacters">,
): Manifest {
  const lines: string[] = [];
  const entries: ManifestEntry[] = [];
  let bytes = 0;
  for (const entry of candidates) {
    if (entries.length >= limits.manifestEntries) break;
    const line = lineOf(entry, limits.descriptionCharacters);
    const more = countBytes(line) + (lines.length === 0 ? 0 : 1);
    // One with an endless description must not keep out those behind it.
    if (bytes + more > limits.manifestBytes) continue;
    bytes += more;
    lines.push(line);
    entries.push(entry);
  }
  return { text: lines.join("\n"), bytes, entries };
}

function lineOf({ id, type, name, description, observed }: ManifestEntry, longest: number): string {
  const what = cutCharacters(escapeUnseen(isBlank(description) ? name : description), longest);
  const date = observed === null ? "date unknown" : isoDay(observed);
  return `- [${type}] ${escapeUnseen(id)}.md (${date}): ${what}`;
}

// The person's day, as everywhere in recall.
function isoDay(time: Date): string {
  return [digits(time.getFullYear(), 4), digits(time.getMonth() + 1, 2), digits(time.getDate(), 2)].join("-");
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, "0");
}

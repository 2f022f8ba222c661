import { DaybookError } from "../errors/index.ts";
import { nearest } from "../text/index.ts";

/** How many candidates a sentence names. */
const NAMED = 5;

/**
 * The one id that a person means: the whole id, a beginning of it, or its last four digits. Fails with `usage` for
 * a blank, `ambiguous` naming the candidates, `not-found` saying what is there, with `trashed` in its data for one
 * that is only in the trash.
 */
export function findSession(given: string, ids: readonly string[], trashed: readonly string[] = []): string {
  return theOne(given, ids, (wanted) => notFound(given.trim(), { wanted, ids, trashed }));
}

/** The same among the sessions of the trash; `ids` are those outside of it. */
export function findTrashed(given: string, trashed: readonly string[], ids: readonly string[]): string {
  return theOne(given, trashed, (wanted) => notTrashed(given.trim(), { wanted, ids, trashed }));
}

function theOne(given: string, ids: readonly string[], missing: (wanted: string) => DaybookError): string {
  const wanted = given
    .trim()
    .toLowerCase()
    .replace(/\.jsonl$/, "");
  if (wanted === "") {
    throw new DaybookError("usage", "Which session? Give its id, or a beginning of it that no other has.");
  }
  const [first, ...others] = matching(wanted, ids);
  if (first === undefined) throw missing(wanted);
  if (others.length === 0) return first;
  const named = [first, ...others].slice(0, NAMED);
  const more = others.length + 1 - named.length;
  const have = first.startsWith(wanted) ? "begin with" : "end in";
  throw new DaybookError(
    "ambiguous",
    `${others.length + 1} sessions ${have} "${wanted}": ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Give more of the id.`,
    { data: { candidates: named } },
  );
}

function matching(wanted: string, ids: readonly string[]): string[] {
  if (ids.includes(wanted)) return [wanted];
  const begun = ids.filter((id) => id.startsWith(wanted));
  if (begun.length > 0) return begun;
  return /^[0-9a-f]{4}$/.test(wanted) ? ids.filter((id) => id.endsWith(`-${wanted}`)) : [];
}

interface Whereabouts {
  wanted: string;
  ids: readonly string[];
  trashed: readonly string[];
}

function notFound(given: string, { wanted, ids, trashed }: Whereabouts): DaybookError {
  const [there] = matching(wanted, trashed);
  if (there !== undefined) {
    return new DaybookError(
      "not-found",
      `The session ${there} is in the trash. daybook sessions restore ${there} brings it back.`,
      { data: { trashed: there } },
    );
  }
  const rest = ids.length === 0 ? "This project has none yet." : "daybook sessions list shows all.";
  return new DaybookError(
    "not-found",
    `There is no session "${given}" in this project.${nearestOf(wanted, ids)} ${rest}`,
  );
}

function notTrashed(given: string, { wanted, ids, trashed }: Whereabouts): DaybookError {
  const [there] = matching(wanted, ids);
  if (there !== undefined) {
    return new DaybookError(
      "not-found",
      `The session ${there} is not in the trash. daybook -r ${there} goes on with it.`,
    );
  }
  if (trashed.length === 0) {
    return new DaybookError("not-found", "The trash of this project holds no session.");
  }
  return new DaybookError(
    "not-found",
    `There is no session "${given}" in the trash of this project.${nearestOf(wanted, trashed)} daybook sessions restore lists what is there.`,
  );
}

function nearestOf(wanted: string, ids: readonly string[]): string {
  const near = nearest(wanted, ids);
  return near.length > 0 ? ` The nearest: ${near.join(", ")}.` : "";
}

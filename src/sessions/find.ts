import { DaybookError } from "../errors/index.ts";
import { nearest } from "../text/index.ts";

/** How many candidates a sentence names. */
const NAMED = 5;

/**
 * The one id that a person means: the whole id, a beginning of it, or its last four digits. Fails with `usage` for
 * a blank, `ambiguous` naming the candidates, `not-found` saying what is there.
 */
export function findSession(
  given: string,
  ids: readonly string[],
  elsewhere: readonly string[] = [],
): string {
  const wanted = given
    .trim()
    .toLowerCase()
    .replace(/\.jsonl$/, "");
  if (wanted === "") {
    throw new DaybookError("usage", "Which session? Give its id, or a beginning of it that no other has.");
  }
  const [first, ...others] = matching(wanted, ids);
  if (first === undefined) throw notFound(given.trim(), { wanted, ids, elsewhere });
  if (others.length === 0) return first;
  const named = [first, ...others].slice(0, NAMED);
  const more = others.length + 1 - named.length;
  throw new DaybookError(
    "ambiguous",
    `${others.length + 1} sessions begin with "${wanted}": ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Give more of the id.`,
    { data: { candidates: named } },
  );
}

function matching(wanted: string, ids: readonly string[]): string[] {
  if (ids.includes(wanted)) return [wanted];
  const begun = ids.filter((id) => id.startsWith(wanted));
  if (begun.length > 0) return begun;
  return /^[0-9a-f]{4}$/.test(wanted) ? ids.filter((id) => id.endsWith(`-${wanted}`)) : [];
}

function notFound(
  given: string,
  { wanted, ids, elsewhere }: { wanted: string; ids: readonly string[]; elsewhere: readonly string[] },
): DaybookError {
  const [there] = matching(wanted, elsewhere);
  if (there !== undefined) {
    return new DaybookError(
      "not-found",
      `The session ${there} is in the trash. daybook sessions restore ${there} brings it back.`,
      { data: { trashed: there } },
    );
  }
  const near = nearest(wanted, ids);
  const hint = near.length > 0 ? ` The nearest: ${near.join(", ")}.` : "";
  const rest = ids.length === 0 ? "This project has none yet." : "daybook sessions list shows all.";
  return new DaybookError("not-found", `There is no session "${given}" in this project.${hint} ${rest}`);
}

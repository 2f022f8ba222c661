import { stat } from "node:fs/promises";
import type { Scope } from "../memory/index.ts";
import type { Storage } from "../storage/index.ts";
import { indexName } from "../text/index.ts";

/** The time as annotations have it; left out where there is none, or what a file says is no time. */
export function lastModified(time: string | number | null): { lastModified?: string } {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? {} : { lastModified: date.toISOString() };
}

/** When a file changed last, in milliseconds since 1970; null where that cannot be told. */
export async function timeOfFile(path: string | null): Promise<number | null> {
  if (path === null) return null;
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

/** As `timeOfFile`, of a scope's index: of the newest of its files. */
export async function timeOfIndex(storage: Storage, scope: Scope): Promise<number | null> {
  const roots = scope === "user" ? (["home"] as const) : (["project", "shared"] as const);
  const times = await Promise.all(
    roots
      .filter((root) => storage.has(root))
      .map((root) => timeOfFile(storage.locate(`${root}/memory/${indexName}`))),
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

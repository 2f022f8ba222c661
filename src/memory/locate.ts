import { DaybookError } from "../errors/index.ts";
import type { Storage } from "../storage/index.ts";
import { escapeUnseen, nearest } from "../text/index.ts";

import { foldersOf, usableFilesIn, slugOf, type MemoryFolder, type Reader } from "./folders.ts";
import { openAnyhow, type MemoryPlace } from "./load.ts";
import { readTrust } from "./trusted.ts";
import type { Scope } from "./types.ts";

/**
 * Finding a memory by what a person or a model calls it: a slug, or an id `scope/slug`. A reference
 * is only ever compared with the names of files that are there; no path is made of it.
 */
export interface Reference {
  slug: string;
  scope: Scope | null;
}

const ID = /^(user|project)\/(.+)$/s;

/** Splits a reference. Fails with `invalid` where a scope given beside an id is another one. */
export function parseReference(reference: string, scope?: Scope): Reference {
  const id = ID.exec(reference);
  const named = id ? (id[1] as Scope) : null;
  if (named !== null && scope !== undefined && named !== scope) {
    throw new DaybookError(
      "invalid",
      `"${shown(reference)}" is in ${named} scope, and scope ${scope} was given beside it. Leave one of the two out.`,
      { data: { reference, scope } },
    );
  }
  return { slug: id?.[2] ?? reference, scope: named ?? scope ?? null };
}

/**
 * Every place that a reference may mean, at most one a scope: a shared memory goes before a private one of its name.
 * One that is held goes before none: a clone must not take away what somebody keeps here.
 */
export async function placesOf(
  { storage, reader }: { storage: Storage; reader: Reader },
  { slug, scope }: Reference,
): Promise<MemoryPlace[]> {
  const places: MemoryPlace[] = [];
  for (const folder of foldersOf(storage, scope ?? undefined)) {
    const names = await usableFilesIn(reader, folder);
    const name = [`${slug}.md`, slug].find((candidate) => names.includes(candidate));
    if (name === undefined) continue;
    const at = places.findIndex((place) => place.folder.scope === folder.scope);
    const earlier = places[at];
    if (earlier === undefined) places.push({ folder, name });
    else if (await isHeld({ storage, reader }, earlier)) places[at] = { folder, name };
  }
  return places;
}

/** Whether a shared memory is not trusted as it is now. */
async function isHeld(at: { storage: Storage; reader: Reader }, place: MemoryPlace): Promise<boolean> {
  const trust = await readTrust(at.reader, at.storage);
  const opened = trust === null ? null : await openAnyhow({ ...at, trust }, place);
  return opened === null || opened.isHeld;
}

/** The one place a reference means. Fails with `not-found`, naming near ones, or `ambiguous`, naming both. */
export async function locate(
  at: { storage: Storage; reader: Reader },
  reference: Reference,
): Promise<MemoryPlace> {
  const [place, other] = await placesOf(at, reference);
  if (place && other) throw ambiguous(reference.slug);
  if (!place) throw await notFound(at, reference);
  return place;
}

/** The error for a slug that lives in both scopes. */
export function ambiguous(slug: string): DaybookError {
  return new DaybookError(
    "ambiguous",
    `"${shown(slug)}" is in both scopes: say user/${slug} or project/${slug}.`,
    {
      data: { ids: [`user/${slug}`, `project/${slug}`] },
    },
  );
}

/** The error for a reference that means nothing; it names what is near. */
export async function notFound(
  { storage, reader }: { storage: Storage; reader: Reader },
  { slug, scope }: Reference,
): Promise<DaybookError> {
  const ids = await idsIn(reader, foldersOf(storage, scope ?? undefined));
  const bySlug = new Map(ids.map((id) => [id.slice(id.indexOf("/") + 1), id]));
  const near = nearest(slug, bySlug.keys()).map((name) => bySlug.get(name) ?? name);
  const where = scope === null ? "" : ` in ${scope} scope`;
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(shown).join(" or ")}?`
      : ids.length === 0
        ? `Nothing is saved${where} yet.`
        : "`daybook list` shows all memories with their slugs.";
  return new DaybookError("not-found", `There is no memory "${shown(slug)}"${where}. ${hint}`, {
    data: { near },
  });
}

function shown(text: string): string {
  return escapeUnseen(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}

async function idsIn(reader: Reader, folders: readonly MemoryFolder[]): Promise<string[]> {
  const ids: string[] = [];
  for (const folder of folders) {
    for (const name of await usableFilesIn(reader, folder)) ids.push(`${folder.scope}/${slugOf(name)}`);
  }
  return ids;
}

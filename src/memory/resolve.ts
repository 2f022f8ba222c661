import { DaybookError } from "../errors/index.ts";
import type { TrustFile } from "../project/index.ts";
import type { Storage, StoragePath } from "../storage/index.ts";
import { indexName } from "../text/index.ts";

import type { StoreContext } from "./context.ts";
import { editedFiles } from "./edited-files.ts";
import { filesThatMayBeNamed, freeSlug } from "./find-by-name.ts";
import {
  foldersOf,
  indexPathOf,
  usableFilesIn,
  scopesOf,
  slugOf,
  type MemoryFolder,
  type Reader,
} from "./folders.ts";
import type { ScannedIndex } from "./index-change.ts";
import { scanIndex } from "./index-file.ts";
import { openMemory, type MemoryPlace, type OpenedMemory } from "./load.ts";
import { ambiguous, notFound, parseReference, placesOf } from "./locate.ts";
import { attempt } from "./readable.ts";
import { namesOfFolder } from "./seen-names.ts";
import { missing, scopeOfType, type WantedSave } from "./save-input.ts";
import { isPossibleSlug, isSameName, slugify } from "./slug.ts";
import type { Scope } from "./types.ts";

/**
 * Which file a save goes to: an explicit slug; else the memory of that scope with this very name; else
 * a new slug that no file has. A save never lands on a memory of another name.
 */
export interface SaveTarget {
  /** The memory that is changed; null for a new one. */
  existing: OpenedMemory | null;
  /** Where it lies after the save. */
  folder: MemoryFolder;
  slug: string;
  /** The folder's index, where finding the target needed it. */
  scan?: ScannedIndex;
  /** What a person edited in the folder since its index was written, where finding the target needed it. */
  edited?: readonly OpenedMemory[];
  /** The memory files of the folder, where finding the target needed them. */
  files?: readonly string[];
}

interface Resolving {
  context: StoreContext;
  reader: Reader;
  trust: TrustFile | null;
}

/** Resolves a save; reads only. */
export async function resolveTarget(at: Resolving, wanted: WantedSave): Promise<SaveTarget> {
  return wanted.slug === undefined ? resolveName(at, wanted) : resolveSlug(at, wanted, wanted.slug);
}

/** The folder new memories of a scope go to. Fails where no project is open. */
export function folderForNew(storage: Storage, scope: Scope, trust: TrustFile | null): MemoryFolder {
  const folders = foldersOf(storage, scope);
  const folder = folders.find(({ isShared }) => !isShared || trust !== null);
  if (folder) return folder;
  throw new DaybookError(
    "invalid",
    `Nothing can be saved in ${scope} scope here: no project is open. Use scope user.`,
  );
}

async function resolveSlug(at: Resolving, wanted: WantedSave, given: string): Promise<SaveTarget> {
  const { storage } = at.context;
  // An id names where the memory is; a scope beside it, where an update moves it.
  const reference = parseReference(given);
  const places = await placesOf({ storage, reader: at.reader }, reference);
  const inScope = places.filter((place) => place.folder.scope === wanted.scope);
  const [place, other] = inScope.length > 0 ? inScope : places;
  if (place && other) throw ambiguous(reference.slug);
  const existing = place ? await open(at, place) : null;
  if (!existing) return newSlug(at, wanted, given);
  const slug = existing.memory.slug;
  const scope = scopeAfter(existing, wanted);
  if (scope === existing.folder.scope) return { existing, folder: existing.folder, slug };
  const folder = folderForNew(storage, scope, at.trust);
  await assertFree(at, scope, slug);
  return { existing, folder, slug };
}

/** An update moves only when the caller names a scope, or a type that belongs elsewhere than the old one. */
function scopeAfter({ memory }: OpenedMemory, { scope, type }: WantedSave): Scope {
  if (scope !== undefined) return scope;
  if (type === undefined || memory.type === "unknown") return memory.scope;
  return scopeOfType(type) === scopeOfType(memory.type) ? memory.scope : scopeOfType(type);
}

async function newSlug(at: Resolving, wanted: WantedSave, given: string): Promise<SaveTarget> {
  const { slug, scope: named } = parseReference(given, wanted.scope);
  if (wanted.version !== undefined || !isComplete(wanted)) {
    throw await notFound({ storage: at.context.storage, reader: at.reader }, { slug, scope: named });
  }
  if (!isPossibleSlug(slug, at.context.limits.slugCharacters)) {
    throw new DaybookError(
      "invalid",
      `"${slug.slice(0, 80)}" is neither the slug of a memory nor one that could be made: lower-case ASCII letters and digits joined by -, at most ${at.context.limits.slugCharacters}. Leave the slug out, and it is made from the name.`,
    );
  }
  const scope = named ?? scopeOfType(wanted.type);
  await assertFree(at, scope, slug);
  return { existing: null, folder: folderForNew(at.context.storage, scope, at.trust), slug };
}

function isComplete(
  wanted: WantedSave,
): wanted is WantedSave & Required<Pick<WantedSave, "name" | "description" | "type">> {
  return wanted.name !== undefined && wanted.description !== undefined && wanted.type !== undefined;
}

/**
 * Fails with `invalid` where a slug is taken; names that differ only in case are one file on some disks, and
 * `memory.md` is the index there.
 */
export async function assertFree(
  at: Pick<Resolving, "context" | "reader">,
  scope: Scope,
  slug: string,
): Promise<void> {
  if (`${slug}.md`.toLowerCase() === indexName.toLowerCase()) {
    throw new DaybookError(
      "invalid",
      `${scope}/${slug} cannot be made: on disks that ignore case ${slug}.md is the index, ${indexName}. Choose another slug, or save under another name.`,
    );
  }
  for (const folder of foldersOf(at.context.storage, scope)) {
    const files = await usableFilesIn(at.reader, folder);
    const taken = files.find((file) => slugOf(file).toLowerCase() === slug.toLowerCase());
    if (taken === undefined) continue;
    throw new DaybookError(
      "invalid",
      `${scope}/${slug} cannot be made: ${taken} is in that folder already. Choose another slug, or save under another name.`,
      { data: { file: taken } },
    );
  }
}

async function resolveName(at: Resolving, wanted: WantedSave): Promise<SaveTarget> {
  const { name, type } = wanted;
  if (name === undefined) throw missing(["name"]);
  const scope = wanted.scope ?? (type && scopeOfType(type));
  const scopes = scope === undefined ? scopesOf(at.context.storage) : [scope];
  const scans: Scans = new Map();
  const found: OpenedMemory[] = [];
  for (const candidate of scopes) found.push(...(await namedIn(at, { scope: candidate, name, scans })));
  const [existing, other] = found;
  if (existing && other) throw ambiguous(existing.memory.slug);
  if (existing) return withScan({ existing, folder: existing.folder, slug: existing.memory.slug }, scans);
  if (!isComplete(wanted) || scope === undefined) {
    throw missing((["description", "type"] as const).filter((field) => wanted[field] === undefined));
  }
  const folder = folderForNew(at.context.storage, scope, at.trust);
  const files = await Promise.all(
    foldersOf(at.context.storage, scope).map((each) => usableFilesIn(at.reader, each)),
  );
  return withScan(
    { existing: null, folder, slug: freeSlug(name, files.flat(), at.context.limits.slugCharacters) },
    scans,
  );
}

type Scans = Map<StoragePath, Pick<SaveTarget, "scan" | "edited" | "files">>;

function withScan(target: SaveTarget, scans: Scans): SaveTarget {
  return { ...target, ...scans.get(target.folder.path) };
}

/** The memory of a scope with this very name, if any; a shared one before a private one. */
async function namedIn(
  at: Resolving,
  { scope, name, scans }: { scope: Scope; name: string; scans: Scans },
): Promise<OpenedMemory[]> {
  // One that is held is the last resort: a pull must not take the place of what is kept privately.
  let held: OpenedMemory | null = null;
  for (const folder of foldersOf(at.context.storage, scope)) {
    // Without trust nothing shared counts: a clone must not be able to block what is saved privately.
    if (folder.isShared && at.trust === null) continue;
    const files = await usableFilesIn(at.reader, folder);
    const index = await at.reader.read(indexPathOf(folder));
    const text = index.found ? index.text : "";
    const lines = scanIndex(text);
    scans.set(folder.path, { files, scan: { text, lines } });
    const entries = lines.flatMap(({ entry }) => entry ?? []);
    const isNamed = (opened: OpenedMemory | null) => opened && isSameName(opened.memory.name, name);
    const candidates = filesThatMayBeNamed(name, { files, entries }, at.context.limits.slugCharacters);
    const names = await namesOfFolder(at.context, folder, candidates.length);
    for (const file of candidates) {
      if (names.hasOther(file, name)) continue;
      const opened = await attempt(() => open(at, { folder, name: file }));
      if (opened.ok) {
        if (opened.value === null) continue;
        names.note(file, opened.value.memory.name);
        if (!isNamed(opened.value)) continue;
        if (!opened.value.isHeld) return [opened.value];
        held ??= opened.value;
      } else if (slugOf(file) === slugify(name, at.context.limits.slugCharacters)) {
        // By its file name it is the one; any other that cannot be read stands in nobody's way.
        throw opened.error;
      }
    }
    const edited = await editedFiles(at.context, at.reader, folder);
    scans.set(folder.path, { files, scan: { text, lines }, edited });
    const renamed = edited.find(isNamed);
    if (renamed && !renamed.isHeld) return [renamed];
    held ??= renamed ?? null;
  }
  return held === null ? [] : [held];
}

function open(at: Resolving, place: MemoryPlace): Promise<OpenedMemory | null> {
  return openMemory({ storage: at.context.storage, reader: at.reader, trust: at.trust }, place);
}

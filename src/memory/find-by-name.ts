import type { IndexEntry } from "./index-entry.ts";
import { titleOf } from "./index-entry.ts";
import { slugOf } from "./folders.ts";
import { hashedSlug, isSameName, slugify } from "./slug.ts";

/**
 * "A memory with this very name", without opening a thousand files. What daybook wrote is found by its
 * slug; what a person renamed, by the title of its index line. Only files whose line does not explain
 * their slug, or that have no line, are opened.
 */

/** A folder as far as names tell. */
export interface NamedFolder {
  /** Names of its memory files. */
  files: readonly string[];
  /** The entries of its index. */
  entries: readonly IndexEntry[];
}

/** The files that may hold a memory of this name, likeliest first. */
export function filesThatMayBeNamed(
  name: string,
  { files, entries }: NamedFolder,
  characters?: number,
): string[] {
  const slugs = [slugify(name, characters), hashedSlug(name, 0, characters)].map((slug) => `${slug}.md`);
  const title = titleOf(name);
  const titled: string[] = [];
  const explained = new Set<string>();
  for (const entry of entries) {
    if (isTitle(entry.title, title)) titled.push(entry.file);
    if (explainsFile(entry)) explained.add(entry.file);
  }
  const unexplained = files.filter((file) => !explained.has(file));
  const likely = [...slugs, ...titled].filter((file) => files.includes(file));
  return [...new Set([...likely, ...unexplained])];
}

const CUT = "…";

function isTitle(written: string, title: string): boolean {
  if (written.endsWith(CUT)) return title.startsWith(written.slice(0, -CUT.length));
  return isSameName(written, title);
}

/**
 * Whether the line's title is the name that the file's slug was made of. A cut title is taken for it, and so
 * is a hash behind the right letters: working out a thousand hashes would cost more than the save.
 */
function explainsFile({ file, title }: IndexEntry): boolean {
  const slug = slugOf(file);
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (words === slug || title.endsWith(CUT)) return true;
  const stem = HASHED.exec(slug)?.[1];
  return stem !== undefined && (stem === "memory" || words.startsWith(stem));
}

const HASHED = /^(.*)-[0-9a-f]{8}$/;

/** The first slug for a name that no file of the scope has, whatever its case. */
export function freeSlug(name: string, files: readonly string[], characters?: number): string {
  const taken = new Set(files.map((file) => slugOf(file).toLowerCase()));
  let slug = slugify(name, characters);
  for (let attempt = 0; taken.has(slug); attempt += 1) slug = hashedSlug(name, attempt, characters);
  return slug;
}

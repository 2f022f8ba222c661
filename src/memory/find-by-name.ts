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
export function filesThatMayBeNamed(name: string, { files, entries }: NamedFolder): string[] {
  const present = new Set(files);
  const slugs = [slugify(name), hashedSlug(name, 0)].map((slug) => `${slug}.md`);
  const title = titleOf(name);
  const titled = entries.filter((entry) => isTitle(entry.title, title)).map((entry) => entry.file);
  const explained = new Set(entries.filter(explainsFile).map((entry) => entry.file));
  const unexplained = files.filter((file) => !explained.has(file));
  return [...new Set([...slugs, ...titled, ...unexplained])].filter((file) => present.has(file));
}

const CUT = "…";

function isTitle(written: string, title: string): boolean {
  return (
    isSameName(written, title) || (written.endsWith(CUT) && title.startsWith(written.slice(0, -CUT.length)))
  );
}

/** Whether the line's title is the name that the file's slug was made of. A cut title is taken for it. */
function explainsFile({ file, title }: IndexEntry): boolean {
  const slug = slugOf(file);
  return title.endsWith(CUT) || slugify(title) === slug || hashedSlug(title, 0) === slug;
}

/** The first slug for a name that no file of the scope has, whatever its case. */
export function freeSlug(name: string, files: readonly string[]): string {
  const taken = new Set(files.map((file) => slugOf(file).toLowerCase()));
  let slug = slugify(name);
  for (let attempt = 0; taken.has(slug); attempt += 1) slug = hashedSlug(name, attempt);
  return slug;
}

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

/** A title that ends in `…` may be a cut one; the header of its file tells. */
function isTitle(written: string, title: string): boolean {
  if (isSameName(written, title)) return true;
  return written.endsWith(CUT) && title.startsWith(written.slice(0, -CUT.length));
}

/**
 * Whether the line's title is the name that the file's slug was made of. A hash behind the right letters is
 * taken for it: working out a thousand hashes would cost more than the save.
 */
function explainsFile({ file, title }: IndexEntry): boolean {
  const slug = slugOf(file);
  const matched = matchedBy(title, slug);
  if (matched === slug.length) return true;
  const stem = HASHED.exec(slug)?.[1];
  if (stem !== undefined && (stem === "memory" || matched >= stem.length)) return true;
  return title.endsWith(CUT) && slug.startsWith(slugify(title.slice(0, -CUT.length), Infinity));
}

/**
 * How many characters of a slug the words of a title spell, from the start; one more than the slug has when
 * the title goes on. A walk without a copy: this runs for every line of the index in every save.
 */
function matchedBy(title: string, slug: string): number {
  let at = 0;
  let isBetweenWords = false;
  for (let position = 0; position < title.length; position += 1) {
    const code = lowerCode(title.charCodeAt(position));
    if (!isLetterOrDigit(code)) {
      isBetweenWords = at > 0;
      continue;
    }
    if (at === slug.length) return at + 1;
    if (isBetweenWords && slug.charCodeAt(at) !== DASH) return at;
    if (isBetweenWords) at += 1;
    isBetweenWords = false;
    if (slug.charCodeAt(at) !== code) return at;
    at += 1;
  }
  return at;
}

const DASH = 45;

function lowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

const HASHED = /^(.*)-[0-9a-f]{8}$/;

/** The first slug for a name that no file of the scope has, whatever its case. */
export function freeSlug(name: string, files: readonly string[], characters?: number): string {
  let slug = slugify(name, characters);
  for (let attempt = 0; isTaken(slug, files); attempt += 1) slug = hashedSlug(name, attempt, characters);
  return slug;
}

function isTaken(slug: string, files: readonly string[]): boolean {
  const file = `${slug}.md`;
  return files.some((taken) => taken.length === file.length && taken.toLowerCase() === file);
}

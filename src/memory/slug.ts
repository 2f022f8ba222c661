import { createHash } from "node:crypto";

import { defaultLimits } from "../limits/index.ts";

/**
 * A slug is the name of a memory's file without `.md`: lower-case ASCII letters and digits joined
 * by `-`, safe on every file system, and the same for the same name everywhere and always.
 */

// Windows cannot make files of these names; `memory` would be the index on disks that ignore case.
const RESERVED = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9]|memory)$/;
const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NOT_ASCII = /[^\0-\x7f]/;
const HASH_CHARACTERS = 8;
const HASHED = /^(.+)-[0-9a-f]{8}$/;

/** The slug of a name; a hash of the name is added where letters alone would not tell names apart. */
export function slugify(name: string, characters: number = defaultLimits.slugCharacters): string {
  const { stem, isWhole } = stemOf(name, characters);
  return isWhole && !RESERVED.test(stem) ? stem : withHash(stem, hashOf(name, 0));
}

/**
 * The slug a name takes when `slugify` gave it one that another name has. Attempts from 0 give
 * ever new ones, all of the same form.
 */
export function hashedSlug(
  name: string,
  attempt: number,
  characters: number = defaultLimits.slugCharacters,
): string {
  return withHash(stemOf(name, characters).stem, hashOf(name, attempt));
}

/** Whether `slugify` or `hashedSlug` could have made this for some name. */
export function isPossibleSlug(slug: string, characters: number = defaultLimits.slugCharacters): boolean {
  if (!SHAPE.test(slug) || RESERVED.test(slug)) return false;
  if (slug.length <= characters) return true;
  const stem = HASHED.exec(slug)?.[1];
  return stem !== undefined && stem.length <= characters;
}

/** Names as they are compared: one text, however its accents are encoded. */
export function isSameName(left: string, right: string): boolean {
  if (left === right) return true;
  // Only what is not ASCII can be written in two ways; a save compares a thousand titles.
  if (!NOT_ASCII.test(left) && !NOT_ASCII.test(right)) return false;
  return left.normalize("NFC") === right.normalize("NFC");
}

function stemOf(name: string, characters: number): { stem: string; isWhole: boolean } {
  // Only ASCII is lowered: Unicode's rules would turn other letters into ASCII unseen.
  const lowered = name.normalize("NFC").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const words = lowered.match(/[a-z0-9]+/g)?.join("-") ?? "";
  const stem = words.slice(0, characters).replace(/-$/, "");
  return { stem, isWhole: stem !== "" && words.length <= characters && !NOT_ASCII.test(lowered) };
}

function hashOf(name: string, attempt: number): string {
  const source = name.normalize("NFC") + (attempt === 0 ? "" : `\0${attempt}`);
  return createHash("sha1").update(source).digest("hex").slice(0, HASH_CHARACTERS);
}

function withHash(stem: string, hash: string): string {
  return `${stem === "" ? "memory" : stem}-${hash}`;
}

import { createHash } from "node:crypto";
import { basename } from "node:path";

// With the hash, a folder name of at most 53 characters: fits every file system and stays readable.
const NAME_CHARACTERS = 40;

/** `<ASCII letters and digits of the folder's name, else project>-<first 12 hex of sha256(key)>`. */
export function projectIdOf(key: string): string {
  const name = basename(key)
    .replace(/[^A-Za-z0-9]/g, "")
    .slice(0, NAME_CHARACTERS);
  return `${name === "" ? "project" : name}-${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;
}

/** True for what `projectIdOf` can make: safe as a folder name, and never a path. */
export function isProjectId(text: string): boolean {
  return /^[A-Za-z0-9]{1,40}-[0-9a-f]{12}$/.test(text);
}

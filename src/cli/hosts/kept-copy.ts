import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readHostFile } from "./host-file-state.ts";

/** A copy of a file as it was before setup. */
export interface KeptCopy {
  path: string;
  text: string;
}

/**
 * The place for a file's text as it was before setup, until setup is undone. The name holds the fingerprint of the
 * text: by it a copy of ours is known, and a person's own file of such a name is never taken for one.
 */
export function copyPathOf(path: string, text: string): string {
  return `${path}.before-daybook-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

/** The copies that setup kept of a file, the newest first. There is more than one only where others meddled. */
export function keptCopiesOf(path: string): KeptCopy[] {
  const folder = dirname(path);
  const copies = namesIn(folder)
    .filter((name) => name.startsWith(`${basename(path)}.before-daybook-`))
    .flatMap((name) => copyAt(join(folder, name), path))
    .map((copy) => ({ copy, time: statSync(copy.path).mtimeMs }));
  return copies.toSorted((left, right) => right.time - left.time).map(({ copy }) => copy);
}

/**
 * What stands where an earlier daybook kept its copy. That name is no proof: the file may be a person's own.
 */
export function earlierCopyOf(path: string): KeptCopy | undefined {
  const place = `${path}.before-daybook`;
  try {
    const { text } = readHostFile(place);
    return text === null ? undefined : { path: place, text };
  } catch {
    // As below.
    return undefined;
  }
}

function copyAt(path: string, original: string): KeptCopy[] {
  try {
    const { text } = readHostFile(path);
    return text !== null && copyPathOf(original, text) === path ? [{ path, text }] : [];
  } catch {
    // What is no text, or no file, is not ours.
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

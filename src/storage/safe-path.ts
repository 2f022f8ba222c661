import { dirname, join, resolve, sep } from "node:path";

import { DaybookError, systemCodeOf } from "../errors/index.ts";
import type { FileOperations } from "./files.ts";
import { isMissing } from "./faults.ts";
import type { RootName, StoragePath } from "./storage.ts";

/**
 * Threat: a path made from a model's words or from a repository's links (`../`, an absolute
 * path, a link) that reads or writes outside its root. So a path is checked twice: by its
 * letters, and by the real path of its deepest existing ancestor.
 */

const roots: readonly RootName[] = ["home", "project", "shared"];

/** Splits `root/relative` and refuses what could leave the root by its letters alone. */
export function splitPath(path: string): { root: RootName; relative: string } {
  const slash = path.indexOf("/");
  const root = roots.find((name) => name === path.slice(0, slash === -1 ? undefined : slash));
  if (root === undefined) throw unsafe(path, "it begins with no known root");
  const relative = slash === -1 ? "" : path.slice(slash + 1);
  const segments = relative === "" ? [] : relative.split("/");
  for (const segment of segments) {
    if (segment === "" || segment === "." || segment === "..") throw unsafe(path, `"${segment}" is no name`);
    if (!isUsableName(segment)) throw unsafe(path, "it holds a character no file name may have");
  }
  return { root, relative };
}

/** Whether a name that lies in a folder can be part of a path at all; lists pass over any other. */
export function isUsableName(name: string): boolean {
  return !name.includes("\\") && !name.includes("\0") && !(name.includes(":") && sep === "\\");
}

/** Absolute path of `path` under the given root folders, by its letters only. */
export function locateIn(folders: Partial<Record<RootName, string>>, path: StoragePath | RootName): string {
  const { root, relative } = splitPath(path);
  const folder = folders[root];
  if (folder === undefined) throw new DaybookError("internal", `No ${root} folder is open for ${path}.`);
  return relative === "" ? folder : join(folder, ...relative.split("/"));
}

/** Fails with `unsafe-path` unless the real place of `absolute` lies inside the real `root`. */
export async function assertInside(files: FileOperations, root: string, absolute: string): Promise<void> {
  const realRoot = await deepestRealPath(files, root);
  const real = await deepestRealPath(files, absolute);
  if (real !== realRoot && !real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) {
    throw unsafe(absolute, `a link leads out of ${root}`);
  }
}

/** Real path of the deepest existing ancestor, with the missing rest appended. */
async function deepestRealPath(files: FileOperations, path: string): Promise<string> {
  let existing = resolve(path);
  const rest: string[] = [];
  for (;;) {
    try {
      return join(await files.realPath(existing), ...rest);
    } catch (error) {
      if (!isMissing(error)) {
        if (systemCodeOf(error) === "ELOOP") throw unsafe(path, "its links form a circle");
        throw error;
      }
      // A dangling link would be followed by a later write: it exists, though its target does not.
      if (await isLink(files, existing)) throw unsafe(path, "it is a link to nothing");
      const parent = dirname(existing);
      if (parent === existing) return join(existing, ...rest);
      rest.unshift(existing.slice(parent.endsWith(sep) ? parent.length : parent.length + 1));
      existing = parent;
    }
  }
}

async function isLink(files: FileOperations, path: string): Promise<boolean> {
  try {
    return (await files.lstat(path)).kind === "link";
  } catch {
    return false;
  }
}

function unsafe(path: string, why: string): DaybookError {
  return new DaybookError("unsafe-path", `The path ${JSON.stringify(path)} is refused: ${why}.`);
}

import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import type { MemoryPath } from "./memory-path.ts";
import { leadsOut } from "./sentences.ts";

/**
 * Threat: a link in the folder that leads out of it. So the deepest part of a path that exists is followed to its
 * real place before anything is read or written, and that must lie in the real folder, compared by whole names.
 */

/** A path as it lies on the disk. */
export interface FolderPlace {
  /** The real folder that stands for `/memories`. */
  root: string;
  /** Absolute; every folder on the way is real, the last name may be a link. */
  path: string;
  /** What that link leads to; `path` itself for what is none. */
  real: string;
  /** `dangling`: a link to nothing. */
  kind: "missing" | "dangling" | "file" | "folder" | "other";
  isLink: boolean;
  bytes: number;
}

/** How the files begin that a writer needs for itself. */
export const ownPrefix = ".daybook-";

/** Finds the place of a path. Fails with `unsafe-path` where a link leads out; else as the system does. */
export function placeIn(folder: string, { names, shown }: MemoryPath): FolderPlace {
  if (names.some((name) => name.startsWith(ownPrefix))) {
    throw new DaybookError(
      "invalid",
      `${shown} cannot be used: names that begin with ${ownPrefix} are taken.`,
    );
  }
  const root = realpathSync.native(folder);
  const path = names.length === 0 ? root : realPathOf(root, names);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { root, path, real: path, kind: "missing", isLink: false, bytes: 0 };
  if (!stats.isSymbolicLink()) return { root, path, real: path, ...factsOf(stats), isLink: false };
  const real = targetOf(path);
  if (real === null) return { root, path, real: path, kind: "dangling", isLink: true, bytes: 0 };
  if (!isInside(root, real)) throw leadsOut();
  return { root, path, real, ...factsOf(statSync(real)), isLink: true };
}

function factsOf(stats: Stats): Pick<FolderPlace, "kind" | "bytes"> {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  return { kind, bytes: stats.size };
}

/** The path with the folders on the way made real, as far as they exist. */
function realPathOf(root: string, names: readonly string[]): string {
  const rest = names.slice(-1);
  for (let existing = join(root, ...names.slice(0, -1)); ; existing = dirname(existing)) {
    const real = targetOf(existing);
    if (real !== null) {
      if (!isInside(root, real)) throw leadsOut();
      if (!statSync(real).isDirectory()) throw notAFolder();
      return join(real, ...rest);
    }
    // Folders would be made through a link to nothing: it exists, though its target does not.
    if (lstatSync(existing, { throwIfNoEntry: false }) !== undefined) throw leadsOut();
    rest.unshift(basename(existing));
  }
}

/** The real place of what a path leads to; null for nothing. */
function targetOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whether a real path is a real folder or lies in it. A folder beside it whose name begins alike does not. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function notAFolder(): Error {
  return Object.assign(new Error("a part of the path is a file"), { code: "ENOTDIR" });
}

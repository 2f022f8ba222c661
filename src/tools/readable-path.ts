/**
 * Which files the agent may read without asking: what lies in the project or in a memory folder,
 * by real path, so that neither `..` nor a link leads out. It fails closed.
 */
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";

/** Where reading needs no permission, and where it is closed all the same. */
export interface ReadableArea {
  /** Where relative paths start; absolute. */
  cwd: string;
  /** Work tree or folder of the project; absolute. */
  projectRoot: string;
  /** Absolute folders of the memories a session may read; they need not exist yet. */
  memoryFolders: readonly string[];
  /** daybook's own folder: closed but for the memory folders, even where it lies inside the project. */
  home: string;
}

/** Where a path leads, or why it is not read. */
export type ReadablePath =
  | {
      readable: true;
      /** Real path. */
      path: string;
      exists: boolean;
    }
  | { readable: false; reason: string };

/** Resolves `path` against the area. A missing file inside the area is readable and does not exist. */
export async function resolveReadablePath(path: string, area: ReadableArea): Promise<ReadablePath> {
  if (path.includes("\0")) return { readable: false, reason: "the path holds a NUL character" };
  const wanted = isAbsolute(path) ? resolve(path) : resolve(area.cwd, path);
  const real = await realPathOf(wanted);
  if ("reason" in real) return { readable: false, reason: real.reason };
  if (await isOpenTo(real.path, area)) return { readable: true, ...real };
  const led = real.path === wanted ? "" : ` (it leads to ${real.path})`;
  return {
    readable: false,
    reason: `${path}${led} lies outside the project ${area.projectRoot} and the memory folders`,
  };
}

/** Whether `path` is `folder` or lies in it; both absolute and free of `..`. */
export function isInsideFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function isOpenTo(path: string, area: ReadableArea): Promise<boolean> {
  const memoryFolders = await Promise.all(area.memoryFolders.map(realFolder));
  if (memoryFolders.some((folder) => isInsideFolder(path, folder))) return true;
  const projectRoot = await realFolder(area.projectRoot);
  if (!isInsideFolder(path, projectRoot)) return false;
  const home = await realFolder(area.home);
  return !isInsideFolder(path, home) || isInsideFolder(projectRoot, home);
}

// A folder that is still missing keeps its place under the real path of what exists of it.
async function realFolder(folder: string): Promise<string> {
  const real = await realPathOf(resolve(folder));
  return "reason" in real ? resolve(folder) : real.path;
}

type RealPath = { path: string; exists: boolean } | { reason: string };

async function realPathOf(path: string): Promise<RealPath> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      return { reason: `${path} cannot be resolved: ${code ?? messageOf(error)}` };
    }
  }
  if (await isLink(path)) return { reason: `${path} is a link to something that does not exist` };
  const parent = dirname(path);
  if (parent === path) return { reason: `${path} cannot be resolved` };
  const above = await realPathOf(parent);
  return "reason" in above ? above : { path: join(above.path, basename(path)), exists: false };
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

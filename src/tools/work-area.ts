/**
 * Where a path of the model really leads: into the project, a memory folder, daybook's home, or elsewhere.
 * By real path, so that neither `..` nor a link leads anywhere unseen. It fails closed.
 */
import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";

/** The folders that decide what is done without asking. */
export interface WorkArea {
  /** Where relative paths start; absolute. */
  cwd: string;
  /** Work tree or folder of the project; absolute. */
  projectRoot: string;
  /** Absolute folders of the memories a session may read; they need not exist yet. */
  memoryFolders: readonly string[];
  /** daybook's own folder: closed but for the memory folders, even where it lies inside the project. */
  home: string;
  /** Where long output of commands is kept; it may be read. Left out: it is not kept. */
  outputFolder?: string;
}

/** `home`: in daybook's folder but in no memory folder. */
export type Place = "project" | "memory" | "output" | "home" | "outside";

/** Where a path leads, or why that cannot be said. */
export type Located =
  | {
      found: true;
      /** Real path; what does not exist yet keeps its name under the real path of what does. */
      path: string;
      /** Absolute path before its links were followed, but for those in front of a `..`. */
      wanted: string;
      exists: boolean;
      place: Place;
    }
  | { found: false; reason: string };

/** Where a path leads that is read without asking, or the reason why it is not. */
export type ReadablePath =
  | { readable: true; path: string; exists: boolean }
  | { readable: false; reason: string };

/** Follows `path` to its real place. A missing file has a place too; a link to nothing has none. */
export async function locatePath(path: string, area: WorkArea): Promise<Located> {
  if (path.includes("\0")) return { found: false, reason: "the path holds a NUL character" };
  // Else a folder named `~` would be made or missed.
  if (/^~(?:$|[/\\])/u.test(path))
    return { found: false, reason: `${path}: write the whole path instead of \`~\`` };
  const climbed = await climb(path, area.cwd);
  if ("reason" in climbed) return { found: false, reason: climbed.reason };
  const { wanted } = climbed;
  const real = await realPathOf(wanted);
  if ("reason" in real) return { found: false, reason: real.reason };
  return { found: true, ...real, wanted, place: await placeOf(real.path, area) };
}

/**
 * Takes each `..` from the real path of what stands before it, as the system does for every program: behind
 * a link it leads out of the link's target, not back to the folder that holds the link.
 */
async function climb(path: string, cwd: string): Promise<{ wanted: string } | { reason: string }> {
  const { root } = parse(path);
  let at = isAbsolute(path) ? resolve(root) : resolve(cwd);
  for (const name of path.slice(root.length).split(separators)) {
    if (name !== "..") {
      at = join(at, name);
      continue;
    }
    const real = await realPathOf(at);
    if ("reason" in real) return real;
    if (!(await isFolder(real.path)))
      return { reason: `${path} goes up (\`..\`) from ${at}, and that is no folder` };
    at = dirname(real.path);
  }
  return { wanted: at };
}

/** Resolves `path` for reading. A missing file inside the area is readable and does not exist. */
export async function resolveReadablePath(path: string, area: WorkArea): Promise<ReadablePath> {
  const located = await locatePath(path, area);
  if (!located.found) return { readable: false, reason: located.reason };
  if (isOpen(located.place)) return { readable: true, path: located.path, exists: located.exists };
  const led = located.path === located.wanted ? "" : ` (it leads to ${located.path})`;
  return {
    readable: false,
    reason: `${path}${led} lies outside the project ${area.projectRoot} and the memory folders`,
  };
}

/** Whether files of this place are read without asking. */
export function isOpen(place: Place): boolean {
  return place === "project" || place === "memory" || place === "output";
}

/** Whether `path` is `folder` or lies in it; both absolute and free of `..`. */
export function isInsideFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Real path of a folder; one that is still missing keeps its place under the real path of what exists of it. */
export async function realFolder(folder: string): Promise<string> {
  const real = await realPathOf(resolve(folder));
  return "reason" in real ? resolve(folder) : real.path;
}

async function placeOf(path: string, area: WorkArea): Promise<Place> {
  const memoryFolders = await Promise.all(area.memoryFolders.map(realFolder));
  if (memoryFolders.some((folder) => isInsideFolder(path, folder))) return "memory";
  const { outputFolder } = area;
  if (outputFolder !== undefined && isInsideFolder(path, await realFolder(outputFolder))) return "output";
  const projectRoot = await realFolder(area.projectRoot);
  const home = await realFolder(area.home);
  const isProject = isInsideFolder(path, projectRoot);
  if (isInsideFolder(path, home) && !(isProject && isInsideFolder(projectRoot, home))) return "home";
  return isProject ? "project" : "outside";
}

const separators = sep === "/" ? "/" : /[\\/]/u;

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
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

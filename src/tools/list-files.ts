import { access, readdir } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { runGit, type Environment } from "../context/index.ts";
import { isInsideFolder, realFolder, type WorkArea } from "./work-area.ts";

/** Where files are listed, and with whose help. */
export interface ListFilesOptions {
  area: WorkArea;
  /** Real path of the project's git directory, null outside git. */
  gitDirectory: string | null;
  environment: Environment;
}

/** Files below a folder. */
export interface ListedFiles {
  /** Relative to the folder, with `/`, sorted; a link is a file and is not followed. */
  paths: string[];
  /** What was left out, as half sentences. */
  notes: string[];
}

const MOST_FILES = 200_000;
const TIME_LIMIT_MS = 20_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
const skippedFolders = new Set([".git", "node_modules", ".hg", ".svn"]);

/**
 * The files below a folder: in the project's repository those that git does not ignore, elsewhere all but
 * what lies in `.git` and `node_modules`. Nothing of daybook's own folder but memories.
 */
export async function listFiles(
  folder: string,
  options: ListFilesOptions,
  signal: AbortSignal,
): Promise<ListedFiles> {
  const listed = (await listByGit(folder, options, signal)) ?? (await listByWalk(folder, signal));
  const isClosed = await closedPaths(folder, options.area);
  const paths = listed.paths.filter((path) => !isClosed(path));
  return { paths: paths.toSorted(), notes: listed.notes };
}

async function listByGit(
  folder: string,
  { area, gitDirectory, environment }: ListFilesOptions,
  signal: AbortSignal,
): Promise<ListedFiles | null> {
  if (gitDirectory === null) return null;
  const place = { cwd: folder, projectRoot: area.projectRoot, gitDirectory, environment };
  const limits = { timeLimitMs: TIME_LIMIT_MS, outputBytes: OUTPUT_BYTES, signal };
  const list = async (...args: string[]) => {
    const outcome = await runGit({ place, command: "ls-files", args: [...args, "-z"], ...limits });
    return outcome.ran && outcome.result.code === 0 ? outcome.result : null;
  };
  const listed = await list("--cached", "--others", "--exclude-standard", "--deduplicate");
  const entries = entriesOf(listed?.stdout ?? "");
  // An ignored folder that was named itself is meant.
  if (listed === null || entries.length === 0) return null;
  const modules = (await hasModules(area)) ? modulesOf((await list("--stage"))?.stdout ?? "") : [];
  const inside = new Set([...entries.filter((path) => path.endsWith("/")), ...modules]);
  const nested = await listNested(folder, inside, signal);
  const notes = listed.dropped > 0 ? ["the project has more files than can be listed"] : [];
  const paths = entries.filter((path) => !inside.has(path));
  return { paths: [...paths, ...nested.paths], notes: [...notes, ...nested.notes] };
}

function entriesOf(output: string): string[] {
  return output.split("\0").filter((path) => path !== "");
}

function hasModules({ projectRoot }: WorkArea): Promise<boolean> {
  return access(join(projectRoot, ".gitmodules")).then(
    () => true,
    () => false,
  );
}

// `160000 <hash> 0\t<path>`: git lists a submodule as one entry.
function modulesOf(output: string): string[] {
  return entriesOf(output).flatMap((entry) =>
    entry.startsWith("160000 ") ? entry.split("\t").slice(1) : [],
  );
}

// Repositories inside the work tree that git does not look into.
async function listNested(
  folder: string,
  entries: Iterable<string>,
  signal: AbortSignal,
): Promise<ListedFiles> {
  const paths: string[] = [];
  const notes: string[] = [];
  for (const entry of entries) {
    const walked = await listByWalk(join(folder, entry), signal);
    paths.push(...walked.paths.map((path) => posix.join(entry, path)));
    notes.push(...walked.notes);
  }
  return { paths, notes };
}

async function listByWalk(folder: string, signal: AbortSignal): Promise<ListedFiles> {
  const paths: string[] = [];
  const open = [""];
  const until = performance.now() + TIME_LIMIT_MS;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal.throwIfAborted();
    if (performance.now() > until)
      return { paths, notes: [`not all folders were looked at in ${TIME_LIMIT_MS / 1000} s`] };
    const entries = await readdir(join(folder, next), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = next === "" ? entry.name : `${next}/${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if (!skippedFolders.has(entry.name)) open.push(path);
    }
    if (paths.length > MOST_FILES)
      return { paths, notes: [`only the first ${MOST_FILES} files were looked at`] };
  }
  return { paths, notes: [] };
}

// daybook's home may lie inside the folder: of it only memories are open.
async function closedPaths(folder: string, area: WorkArea): Promise<(path: string) => boolean> {
  const home = await realFolder(area.home);
  const projectRoot = await realFolder(area.projectRoot);
  if (!isInsideFolder(home, folder) || isInsideFolder(projectRoot, home)) return () => false;
  const open = await Promise.all(area.memoryFolders.map(realFolder));
  return (path) => {
    const absolute = join(folder, path);
    return isInsideFolder(absolute, home) && !open.some((openFolder) => isInsideFolder(absolute, openFolder));
  };
}

/** A path as results show it: relative to the working directory where it lies in it. */
export function shownPath(path: string, { cwd }: WorkArea): string {
  if (!isInsideFolder(path, cwd) || path === cwd) return path;
  return relative(cwd, path).replaceAll(sep, "/");
}

import { join } from "node:path";

import { foldersOfWriters, leftoversIn, lockOfScope } from "../../storage/index.ts";
import type { FileOperations, InspectOptions, LockLook } from "../../storage/index.ts";
import type { Scope } from "../types.ts";
import { finding, type Finding } from "./finding.ts";

/** The private parts of a home: what daybook made there, and the memories. A person's own files are not judged. */

interface Seen {
  path: string;
  name: string;
  isFolder: boolean;
  /** Permission bits. */
  mode: number;
  /** Milliseconds since 1970. */
  modified: number;
}

const DEEPEST = 6;
const OTHERS = 0o077;
/** What is half made for longer than this is nobody's. */
const LEFTOVER_MS = 60 * 60 * 1000;
const HALF_MADE = /^(?:\.daybook-tmp-.+|sessions\.json\.[0-9a-f]{12}\.tmp)$/;

/** Files and folders that others may read, and what killed processes left. */
export async function checkDisk(inspect: InspectOptions, locks: readonly LockLook[]): Promise<Finding[]> {
  const { folders, files } = inspect;
  const { home, project, shared } = folders;
  const roots = [
    home,
    join(home, "history.jsonl"),
    join(home, "memory"),
    join(home, "locks"),
    join(home, "cache"),
    join(home, "projects"),
    ...(project === undefined ? [] : [project]),
  ];
  const deep = new Set(roots.filter((root) => root !== home && root !== join(home, "projects")));
  const seen = roots.flatMap((root) => walk(files, root, deep.has(root) ? DEEPEST : 0));
  const scopeOf = (path: string): Scope | null =>
    project !== undefined && isIn(project, path)
      ? "project"
      : isIn(join(home, "memory"), path)
        ? "user"
        : null;
  return [
    ...seen.filter(isOpen).map((each) => tooOpen(each, scopeOf(each.path))),
    ...(await leftovers(inspect, { seen, locks, scopeOf })),
    ...(shared === undefined ? [] : await sharedLeftovers(inspect, shared, locks)),
  ];
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, "/"));
}

/** A place and all below it, links left out. What cannot be looked at has no mode to judge. */
function walk(files: FileOperations, path: string, depth: number): Seen[] {
  try {
    const look = files.look(path);
    if (look === undefined || !(look.isFile() || look.isDirectory())) return [];
    const isFolder = look.isDirectory();
    const name = path.slice(path.lastIndexOf("/") + 1);
    const seen: Seen = { path, name, isFolder, mode: look.mode & 0o777, modified: look.mtimeMs };
    if (!isFolder || depth === 0) return [seen];
    return [seen, ...files.bareNames(path).flatMap((each) => walk(files, join(path, each), depth - 1))];
  } catch {
    return [];
  }
}

// Windows gives no such bits.
function isOpen({ mode }: Seen): boolean {
  return process.platform !== "win32" && (mode & OTHERS) !== 0;
}

/** The mode that a private file or folder should have. */
export function privateMode(isFolder: boolean): number {
  return isFolder ? 0o700 : 0o600;
}

function tooOpen({ path, isFolder, mode }: Seen, scope: Scope | null): Finding {
  const wanted = privateMode(isFolder).toString(8);
  return finding("wrong-mode", {
    scope,
    file: path,
    message: `Its mode is 0${mode.toString(8)}, so that other users may look into it; what is private is 0${wanted}.`,
    auto: `\`daybook doctor --fix\` makes it 0${wanted}.`,
  });
}

interface Looked {
  seen: readonly Seen[];
  locks: readonly LockLook[];
  scopeOf(path: string): Scope | null;
}

async function leftovers(
  { folders, now }: InspectOptions,
  { seen, locks, scopeOf }: Looked,
): Promise<Finding[]> {
  const written = new Map(
    scopesIn(folders).flatMap((scope) =>
      foldersOfWriters(folders, scope).map((folder) => [folder, scope] as const),
    ),
  );
  return seen.flatMap((each) => {
    if (each.isFolder || !HALF_MADE.test(each.name)) return [];
    const scope = written.get(each.path.slice(0, -each.name.length - 1));
    const isNobodys =
      scope === undefined
        ? now().getTime() - each.modified > LEFTOVER_MS
        : !isAtWork(locks, lockOfScope(folders, scope));
    return isNobodys ? [leftover(each.path, scope ?? scopeOf(each.path))] : [];
  });
}

async function sharedLeftovers(
  { folders, files }: InspectOptions,
  shared: string,
  locks: readonly LockLook[],
): Promise<Finding[]> {
  if (isAtWork(locks, lockOfScope(folders, "project"))) return [];
  const folder = join(shared, "memory");
  const names = await leftoversIn(files, folder).catch(() => []);
  return names.map((name) => leftover(join(folder, name), "project"));
}

/** The scopes whose folders are known. */
export function scopesIn({ project }: InspectOptions["folders"]): Scope[] {
  return project === undefined ? ["user"] : ["user", "project"];
}

/** A writer is at work: its half-made files and its last step are its own. */
export function isAtWork(locks: readonly LockLook[], name: string): boolean {
  return locks.some((lock) => lock.name === name && lock.state === "alive");
}

function leftover(file: string, scope: Scope | null): Finding {
  return finding("leftover", {
    scope,
    file,
    message: "A process that was killed left this half-made file.",
    auto: "`daybook doctor --fix` removes it; what it was for is done or was never begun.",
  });
}

import { dirname, join } from "node:path";

import {
  folderOfLocks,
  foldersOfWriters,
  isTemporaryName,
  journalOfScope,
  leftoversIn,
  lockOfScope,
} from "../../storage/index.ts";
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
/** The list of sessions is made without a lock. */
const HALF_MADE_LIST = /^sessions\.json\.[0-9a-f]{12}\.tmp$/;

/** Files and folders that others may read or daybook may not, and what killed processes left. */
export async function checkDisk(inspect: InspectOptions, locks: readonly LockLook[]): Promise<Finding[]> {
  const { folders, files } = inspect;
  const { home, project, shared } = folders;
  const roots = [
    home,
    journalOfScope(folders, "user"),
    join(home, "memory"),
    folderOfLocks(folders),
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
    ...seen.filter(hasWrongMode).map((each) => wrongMode(each, scopeOf(each.path))),
    ...(await leftovers(inspect, { seen, locks, scopeOf })),
    ...(shared === undefined ? [] : await sharedLeftovers(inspect, shared, locks)),
  ];
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, "/"));
}

/** A place and all below it, links left out. What cannot be looked at has no mode to judge. */
function walk(files: FileOperations, path: string, depth: number): Seen[] {
  const seen = lookAt(files, path);
  if (seen === null) return [];
  if (!seen.isFolder || depth === 0) return [seen];
  return [seen, ...namesIn(files, path).flatMap((each) => walk(files, join(path, each), depth - 1))];
}

function lookAt(files: FileOperations, path: string): Seen | null {
  try {
    const look = files.look(path);
    if (look === undefined || !(look.isFile() || look.isDirectory())) return null;
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { path, name, isFolder: look.isDirectory(), mode: look.mode & 0o777, modified: look.mtimeMs };
  } catch {
    return null;
  }
}

function namesIn(files: FileOperations, folder: string): string[] {
  try {
    return files.bareNames(folder);
  } catch {
    return [];
  }
}

// Windows gives no such bits.
function hasWrongMode(seen: Seen): boolean {
  return process.platform !== "win32" && (isOpen(seen) || isNarrow(seen));
}

function isOpen({ mode }: Seen): boolean {
  return (mode & OTHERS) !== 0;
}

/** The owner may not do all that daybook needs; whoever is root may all the same, and others of the home may not. */
function isNarrow({ mode, isFolder }: Seen): boolean {
  return (mode & privateMode(isFolder)) !== privateMode(isFolder);
}

/** The mode that a private file or folder should have. */
export function privateMode(isFolder: boolean): number {
  return isFolder ? 0o700 : 0o600;
}

function wrongMode(seen: Seen, scope: Scope | null): Finding {
  const { path, isFolder, mode } = seen;
  const wanted = privateMode(isFolder).toString(8);
  const so = isOpen(seen)
    ? "so that other users may look into it"
    : "so that its owner may not read and write it";
  return finding("wrong-mode", {
    scope,
    file: path,
    message: `Its mode is 0${mode.toString(8).padStart(3, "0")}, ${so}; what is private is 0${wanted}.`,
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
  return seen.flatMap((each) => {
    const isHalfMade = isTemporaryName(each.name) || HALF_MADE_LIST.test(each.name);
    if (each.isFolder || !isHalfMade) return [];
    const scope = writerOf(folders, each.path);
    if (scope !== null) return leftoverOf(folders, locks, { file: each.path, scope });
    const isNobodys = now().getTime() - each.modified > LEFTOVER_MS;
    return isNobodys ? [leftover(each.path, scopeOf(each.path))] : [];
  });
}

/** The scope whose writers alone make temporary files in the folder of a file; null where anybody may. */
export function writerOf(folders: InspectOptions["folders"], file: string): Scope | null {
  const folder = dirname(file);
  return scopesIn(folders).find((scope) => foldersOfWriters(folders, scope).includes(folder)) ?? null;
}

async function sharedLeftovers(
  { folders, files }: InspectOptions,
  shared: string,
  locks: readonly LockLook[],
): Promise<Finding[]> {
  const folder = join(shared, "memory");
  const names = await leftoversIn(files, folder).catch(() => []);
  return names.flatMap((name) => leftoverOf(folders, locks, { file: join(folder, name), scope: "project" }));
}

/** Where a writer is at work it is its own; where nobody can tell, it is told and left alone. */
function leftoverOf(
  folders: InspectOptions["folders"],
  locks: readonly LockLook[],
  { file, scope }: { file: string; scope: Scope },
): Finding[] {
  const holder = holderOf(folders, locks, scope);
  if (holder === null) return [leftover(file, scope)];
  if (holder.state === "alive") return [];
  return [
    finding("leftover", {
      scope,
      file,
      message: "A process left this half-made file; it may be at work still.",
      remedy: `Once ${holder.file} is settled, \`daybook doctor --fix\` removes it.`,
    }),
  ];
}

/** The scopes whose folders are known. */
export function scopesIn({ project }: InspectOptions["folders"]): Scope[] {
  return project === undefined ? ["user"] : ["user", "project"];
}

/**
 * The lock of a scope where its holder is at work or may be: half-made files and the last step are then its own.
 * Null where nobody holds it, or a process that is gone.
 */
export function holderOf(
  folders: InspectOptions["folders"],
  locks: readonly LockLook[],
  scope: Scope,
): LockLook | null {
  const lock = locks.find(({ name }) => name === lockOfScope(folders, scope));
  return lock === undefined || lock.state === "dead" ? null : lock;
}

function leftover(file: string, scope: Scope | null): Finding {
  return finding("leftover", {
    scope,
    file,
    message: "A process that was killed left this half-made file.",
    auto: "`daybook doctor --fix` removes it; what it was for is done or was never begun.",
  });
}

import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { FileOperations } from "../storage/index.ts";
import { kindAt, lookAt, readTextIfAny, realPathIfAny } from "./disk.ts";
import { lastGitSetting, parseGitConfig } from "./git-config.ts";

/**
 * Threat: a folder that someone sent (an archive, a mounted disk) carries a `.git` file, a `.git` link or a
 * made-up git directory that names another repository on this machine, so that an agent started in it
 * would open that repository's memory. So a pointer counts only when the place it names points back,
 * from files that whoever made the folder could not have written.
 */

/** True for a directory that git itself would take for one: it has a HEAD, objects and refs. */
export async function isGitDirectory(files: FileOperations, path: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all([
    lookAt(files, join(path, "HEAD")),
    kindAt(files, join(path, "objects")),
    kindAt(files, join(path, "refs")),
  ]);
  return head !== null && head.kind !== "folder" && objects === "folder" && refs === "folder";
}

/**
 * The common git directory that the `.git` entry of `root` (a real path) leads to, as a real path;
 * null when there is none that belongs to this folder.
 */
export async function ownGitDirectory(files: FileOperations, root: string): Promise<string | null> {
  const entry = join(root, ".git");
  const stat = await lookAt(files, entry);
  // Its own directory: whatever it says of other places does not matter, it lies here.
  if (stat?.kind === "folder") return (await isGitDirectory(files, entry)) ? entry : null;
  const named = await directoryNamedBy(files, root, entry);
  if (named === null) return null;
  const common = await commonDirectoryOf(files, named);
  if (common !== null) {
    return (await isWorkTreeOf({ files, root, named, common })) ? common : null;
  }
  return (await belongsTo(files, named, root)) ? named : null;
}

/**
 * The folder that stands for the repository of a common git directory: its work tree, where the two point
 * at each other; else that directory itself.
 */
export async function keyOfGitDirectory(files: FileOperations, directory: string): Promise<string> {
  if (basename(directory) === ".git") {
    const parent = dirname(directory);
    if ((await ownGitDirectory(files, parent)) === directory) return parent;
  }
  const workTree = await configuredWorkTree(files, directory);
  if (workTree === null) return directory;
  return (await ownGitDirectory(files, workTree)) === directory ? workTree : directory;
}

/** `core.worktree` as a real path, or null. */
async function configuredWorkTree(files: FileOperations, directory: string): Promise<string | null> {
  // With `extensions.worktreeConfig` (sparse checkouts set it) the setting lives in the second file.
  const [shared, own] = await Promise.all([
    readTextIfAny(files, join(directory, "config")),
    readTextIfAny(files, join(directory, "config.worktree")),
  ]);
  const value =
    lastGitSetting(parseGitConfig(own ?? ""), "core.worktree") ??
    lastGitSetting(parseGitConfig(shared ?? ""), "core.worktree");
  return value === undefined ? null : realPathIfAny(files, resolve(directory, value));
}

/** Where a `.git` file (`gitdir: PATH`) or a `.git` link leads, as a real path of a directory. */
async function directoryNamedBy(files: FileOperations, root: string, entry: string): Promise<string | null> {
  const kind = await kindAt(files, entry);
  if (kind === "folder") return realPathIfAny(files, entry);
  if (kind !== "file") return null;
  const path = /^gitdir:[ \t]*([^\r\n\0]+)/.exec((await readTextIfAny(files, entry)) ?? "")?.[1];
  if (path === undefined) return null;
  const real = await realPathIfAny(files, resolve(root, path));
  return real !== null && (await kindAt(files, real)) === "folder" ? real : null;
}

/** The directory that `commondir` of a linked work tree's git directory names; null without that file. */
async function commonDirectoryOf(files: FileOperations, directory: string): Promise<string | null> {
  const text = await readTextIfAny(files, join(directory, "commondir"));
  if (text === null) return null;
  return realPathIfAny(files, resolve(directory, text.trim())).then((real) => real ?? "");
}

async function isWorkTreeOf(at: {
  files: FileOperations;
  root: string;
  named: string;
  common: string;
}): Promise<boolean> {
  const { files, root, named, common } = at;
  // Only the owner of the repository can have put a directory there; one elsewhere may be made up.
  if (common === "" || dirname(named) !== join(common, "worktrees")) return false;
  if (!(await isGitDirectory(files, common))) return false;
  const back = (await readTextIfAny(files, join(named, "gitdir")))?.replace(/\r?\n$/, "") ?? "";
  const entry = isAbsolute(back) ? back : resolve(named, back);
  return basename(entry) === ".git" && (await realPathIfAny(files, dirname(entry))) === root;
}

/** Whether a git directory outside of `root/.git` is the one of the work tree `root`. */
async function belongsTo(files: FileOperations, directory: string, root: string): Promise<boolean> {
  if (!(await isGitDirectory(files, directory))) return false;
  const workTree = await configuredWorkTree(files, directory);
  if (workTree !== null) return workTree === root;
  // A `.git` directory is that of the folder it lies in, a module's directory that of its submodule.
  if (basename(directory) === ".git" || isModuleDirectory(directory)) return false;
  // `.git` -> `./.bare`, the common way to keep linked work trees beside a bare repository. One elsewhere
  // that names no work tree (`git init --separate-git-dir`) vouches for nobody: anyone can point at it.
  return directory.startsWith(root.endsWith(sep) ? root : root + sep);
}

function isModuleDirectory(directory: string): boolean {
  return directory.includes(`${sep}.git${sep}modules${sep}`);
}

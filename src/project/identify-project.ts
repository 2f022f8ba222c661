import { dirname, join } from "node:path";
import { DaybookError, systemCodeOf } from "../errors/index.ts";
import { nodeFiles, toStorageError } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { lookAt } from "./disk.ts";
import { isGitDirectory, keyOfGitDirectory, ownGitDirectory } from "./git-directory.ts";
import { projectIdOf } from "./project-id.ts";
import type { ProjectIdentity } from "./types.ts";

/**
 * Which project a folder belongs to, from the file system alone: no git process, nothing written.
 * The nearest folder upwards with a `.git` decides; when that `.git` is broken or points to a repository
 * that does not point back, that folder is a project of its own. Without any, `cwd` itself is.
 * Fails with `not-found` when `cwd` is gone, `invalid` when it is no folder.
 */
export async function identifyProject(options: {
  cwd: string;
  files?: FileOperations;
}): Promise<ProjectIdentity> {
  const files = options.files ?? nodeFiles;
  const start = await realFolder(files, options.cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    const found = (await projectWithEntry(files, folder)) ?? (await projectAround(files, folder));
    if (found !== null) return found;
    if (folder === dirname(folder)) return folderProject(start);
  }
}

async function realFolder(files: FileOperations, cwd: string): Promise<string> {
  try {
    const real = await files.realPath(cwd);
    if ((await files.stat(real)).kind === "folder") return real;
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw toStorageError(error, `open the folder ${cwd}`);
    throw new DaybookError(
      "not-found",
      `The folder ${cwd} does not exist (any more). Change to a folder that does, then try again.`,
      { cause: error },
    );
  }
  throw new DaybookError("invalid", `${cwd} is not a folder. Name the folder of a project.`);
}

/** The project of a folder that has a `.git` entry; null when it has none. */
async function projectWithEntry(files: FileOperations, folder: string): Promise<ProjectIdentity | null> {
  if ((await lookAt(files, join(folder, ".git"))) === null) return null;
  const directory = await ownGitDirectory(files, folder);
  if (directory === null) return folderProject(folder);
  return gitProject({ key: await keyOfGitDirectory(files, directory), root: folder, directory });
}

/** The project of a folder that is a git directory itself: a bare one, or the inside of a `.git`. */
async function projectAround(files: FileOperations, folder: string): Promise<ProjectIdentity | null> {
  if (!(await isGitDirectory(files, folder))) return null;
  const key = await keyOfGitDirectory(files, folder);
  if (key !== folder) return gitProject({ key, root: key, directory: folder });
  // A `.git` that belongs to no folder above is not searched further: it is a repository by itself.
  return { id: projectIdOf(key), key, root: folder, kind: "bare", gitDirectory: folder };
}

function gitProject(found: { key: string; root: string; directory: string }): ProjectIdentity {
  const { key, root, directory } = found;
  return { id: projectIdOf(key), key, root, kind: "git", gitDirectory: directory };
}

function folderProject(folder: string): ProjectIdentity {
  return { id: projectIdOf(folder), key: folder, root: folder, kind: "folder", gitDirectory: null };
}

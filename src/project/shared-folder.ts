import { access, constants } from "node:fs/promises";
import { join, sep } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { nodeFiles } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { indexName } from "../text/index.ts";
import { lookAt, readTextIfAny, realPathIfAny } from "./disk.ts";
import type { ProjectIdentity } from "./types.ts";

/** Name of the folder in a work tree that holds what a project shares through git. */
export const sharedFolderName = ".agent";
/** The line of `.agent/.gitattributes` that lets two branches add memories; also the mark of a shared project. */
export const attributesLine = "memory/MEMORY.md merge=union";

export interface SharedFolder {
  /** Absolute path of `.agent`, or null when the project has no shared memory. */
  folder: string | null;
  /** Why a folder that looks like one is not used: a sentence for the person. */
  problem: string | null;
}

/**
 * The shared folder of the current work tree: `.agent`, when it has a `memory` folder or was made to get one.
 * Links are refused, as a repository could lead them anywhere, and so is an index that no save could go
 * into: a clone must not be able to stop its reader's work. The home itself is never a project's shared part.
 */
export async function sharedFolder(options: {
  identity: ProjectIdentity;
  home: string;
  files?: FileOperations;
}): Promise<SharedFolder> {
  const { identity, home, files = nodeFiles } = options;
  const folder = join(identity.root, sharedFolderName);
  const memory = join(folder, "memory");
  // Asked first: a person may keep the home itself behind a link.
  const [realFolder, realHome] = [await realPathIfAny(files, folder), await realPathIfAny(files, home)];
  if (realFolder === null || realFolder === realHome) return { folder: null, problem: null };
  for (const path of [folder, memory]) {
    const kind = (await lookAt(files, path))?.kind;
    if (kind === "link") {
      return {
        folder: null,
        problem: `${path} is a link and is not used: shared memory must be a real folder.`,
      };
    }
    // Git keeps no empty folder: until the first memory is saved, only the mark tells.
    if (kind === undefined && path === memory && (await hasMark(files, folder))) break;
    if (kind !== "folder") return { folder: null, problem: null };
  }
  const problem = await problemOf(files, { folder: realFolder, memory });
  return problem === null ? { folder, problem } : { folder: null, problem };
}

/**
 * Fails with `invalid` where shared memory is there and cannot be used, with `io` where nothing can be
 * written there: trusting it would make every later save of the project fail.
 */
export async function assertUsableShared(shared: SharedFolder): Promise<void> {
  if (shared.problem !== null) throw new DaybookError("invalid", `Nothing was trusted. ${shared.problem}`);
  if (shared.folder === null) return;
  const memory = join(shared.folder, "memory");
  if (await canAccess(memory, constants.W_OK | constants.X_OK)) return;
  // Git keeps no empty folder, and the first save makes it.
  if (!(await canAccess(memory, constants.F_OK)) && (await canAccess(shared.folder, constants.W_OK))) return;
  throw new DaybookError(
    "io",
    `Nothing was trusted: ${memory} cannot be written, and trusted memories of a project are saved there. Change its permissions, then try again.`,
  );
}

/** Why no memory could be read or kept here; null when all is well. */
async function problemOf(
  files: FileOperations,
  { folder, memory }: { folder: string; memory: string },
): Promise<string | null> {
  const remedy = "so the shared memory here is not used";
  if ((await lookAt(files, memory)) === null) return null;
  if (!(await canAccess(memory, constants.R_OK | constants.X_OK))) {
    return `${memory} cannot be read, ${remedy}. Change its permissions.`;
  }
  const index = join(memory, indexName);
  const kind = (await lookAt(files, index))?.kind;
  if (kind === undefined) return null;
  const real = await realPathIfAny(files, index);
  const advice = "Replace it with a plain file, or remove it.";
  if (real === null) return `${index} is a link to nothing, ${remedy}. ${advice}`;
  if (!real.startsWith(folder + sep))
    return `${index} is a link that leads out of ${sharedFolderName}, ${remedy}. ${advice}`;
  if ((await lookAt(files, real))?.kind !== "file") return `${index} is not a file, ${remedy}. ${advice}`;
  if (await canAccess(index, constants.R_OK)) return null;
  return `${index} cannot be read, ${remedy}. Change its permissions.`;
}

function canAccess(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function hasMark(files: FileOperations, folder: string): Promise<boolean> {
  const attributes = join(folder, ".gitattributes");
  if ((await lookAt(files, attributes))?.kind !== "file") return false;
  return ((await readTextIfAny(files, attributes)) ?? "")
    .split(/\r?\n/)
    .some((line) => line.trim() === attributesLine);
}

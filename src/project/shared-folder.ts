import { join } from "node:path";
import { nodeFiles } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
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
 * The shared folder of the current work tree: `.agent`, when it has a `memory` folder or was made to get one. Links are refused,
 * as a repository could lead them anywhere; the home itself is never a project's shared part.
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
  return { folder, problem: null };
}

async function hasMark(files: FileOperations, folder: string): Promise<boolean> {
  const attributes = join(folder, ".gitattributes");
  if ((await lookAt(files, attributes))?.kind !== "file") return false;
  return ((await readTextIfAny(files, attributes)) ?? "")
    .split(/\r?\n/)
    .some((line) => line.trim() === attributesLine);
}

import { join } from "node:path";
import { nodeFiles } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { lookAt, realPathIfAny } from "./disk.ts";
import type { ProjectIdentity } from "./types.ts";

/** Name of the folder in a work tree that holds what a project shares through git. */
export const sharedFolderName = ".agent";

export interface SharedFolder {
  /** Absolute path of `.agent`, or null when the project has no shared memory. */
  folder: string | null;
  /** Why a folder that looks like one is not used: a sentence for the person. */
  problem: string | null;
}

/**
 * The shared folder of the current work tree: `.agent`, when it has a `memory` folder. Links are refused,
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
    if (kind !== "folder") return { folder: null, problem: null };
  }
  return { folder, problem: null };
}

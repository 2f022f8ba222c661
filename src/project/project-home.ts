import { join } from "node:path";
import { defaultLimits } from "../limits/index.ts";
import { nodeFiles, withLocks } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import type { Git } from "./git.ts";

/** Where projects are kept, and the means to look after them. */
export interface ProjectHome {
  /** Absolute path of the person's folder, `~/.agent`. */
  home: string;
  git: Git;
  now: () => Date;
  lockWaitMs?: number;
  files?: FileOperations;
}

/** The file operations of a home: the real disk unless others were passed in. */
export function filesOf(place: ProjectHome): FileOperations {
  return place.files ?? nodeFiles;
}

/** Runs `work` as the only writer of the named projects. Fails with `locked` when another does not finish. */
export function asWriter<T>(place: ProjectHome, ids: readonly string[], work: () => Promise<T>): Promise<T> {
  return withLocks(
    {
      directory: join(place.home, "locks"),
      names: ids.map((id) => `project-${id}`),
      waitMs: place.lockWaitMs ?? defaultLimits.lockWaitMs,
      files: filesOf(place),
    },
    work,
  );
}

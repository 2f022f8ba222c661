import { basename, join } from "node:path";

import { DaybookError } from "../errors/index.ts";
import type { Place } from "./file-reader.ts";
import { locateIn, splitPath } from "./safe-path.ts";
import type { RootName, ScopeName, StoragePath } from "./storage.ts";

/** Absolute folders of the roots. The name of the `project` folder is the project's id. */
export type RootFolders = { home: string } & Partial<Record<Exclude<RootName, "home">, string>>;

/** Where things lie for one set of root folders. */
export interface FileLayout {
  folders: RootFolders;
  projectName: string | undefined;
  lockFolder: string;
  placeOf(path: StoragePath | RootName): Place;
  journalOf(scope: ScopeName): string;
  lockNameOf(scope: ScopeName): string;
  /** Folders in which a writer of the scope makes temporary files. */
  writtenFolders(scope: ScopeName): string[];
  /** Private folder of any project, by its id. */
  projectFolder(id: string): string;
}

export function createFileLayout(folders: RootFolders): FileLayout {
  const projectName = folders.project === undefined ? undefined : basename(folders.project);

  function folderOf(scope: ScopeName): string {
    const folder = scope === "user" ? folders.home : folders.project;
    if (folder === undefined) throw new DaybookError("internal", "No project is open.");
    return folder;
  }

  return {
    folders,
    projectName,
    lockFolder: join(folders.home, "locks"),
    placeOf(path) {
      const { root } = splitPath(path);
      const absolute = locateIn(folders, path);
      return { path, absolute, rootFolder: folders[root] ?? absolute };
    },
    journalOf: (scope) => join(folderOf(scope), "history.jsonl"),
    lockNameOf: (scope) => (scope === "user" ? "user" : `project-${basename(folderOf(scope))}`),
    writtenFolders(scope) {
      const written = [folderOf(scope), join(folderOf(scope), "memory")];
      return scope === "project" && folders.shared ? [...written, join(folders.shared, "memory")] : written;
    },
    projectFolder: (id) => join(folders.home, "projects", id),
  };
}

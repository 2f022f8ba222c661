import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFileStorage } from "../storage/index.ts";
import { createGit } from "./git.ts";
import { identifyProject } from "./identify-project.ts";
import { openProject } from "./open-project.ts";
import type { OpenedProject } from "./open-project.ts";
import { ensureProjectFile, projectFileFor } from "./project-file.ts";
import type { ProjectHome } from "./project-home.ts";
import { createScratchFolder } from "./scratch-folder.ts";
import type { ScratchFolder } from "./scratch-folder.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

/** A scratch folder with a daybook home in it, for tests. Folders are named from the scratch's root. */
export interface ScratchHome extends ScratchFolder {
  /** May be changed: the next call uses it. */
  place: ProjectHome;
  identify(folder: string): Promise<ProjectIdentity>;
  open(folder: string): Promise<OpenedProject>;
  /** Saves a memory the way the store does: with `project.json` in the same change. */
  save(folder: string, name: string): Promise<OpenedProject>;
  /** A folder whose birth and last change are apart, as with every folder of more than a moment's age. */
  plainFolder(name: string): Promise<void>;
}

/** Makes one; call `remove` at the end. */
export function createScratchHome(environment: Readonly<Record<string, string | undefined>>): ScratchHome {
  const scratch = createScratchFolder(environment["PATH"]);
  let ids = 0;
  const home: ScratchHome = {
    ...scratch,
    place: {
      home: scratch.path("home"),
      git: createGit({ environment }),
      now: () => new Date("2026-11-29T12:00:00Z"),
      lockWaitMs: 5000,
    },
    identify: (folder) => identifyProject({ cwd: scratch.path(folder) }),
    open: async (folder) => openProject(home.place, await home.identify(folder)),
    async save(folder, name) {
      const opened = await home.open(folder);
      const { identity } = opened;
      const { place } = home;
      const storage = createFileStorage({
        folders: { home: place.home, project: opened.folder },
        now: place.now,
        newId: () => `op-${(ids += 1)}`,
      });
      await storage.change(["project"], async (tx) => {
        await ensureProjectFile(tx, () => projectFileFor({ ...place, identity, now: place.now() }));
        tx.write(`project/memory/${name}.md`, `about ${name}\n`);
      });
      return opened;
    },
    async plainFolder(name) {
      mkdirSync(scratch.path(name), { recursive: true });
      await sleep(20);
      scratch.write(`${name}/notes.txt`, "x");
    },
  };
  return home;
}

/** Names in the private memory folder; none without one. */
export function memoriesOf({ folder }: OpenedProject): string[] {
  try {
    return readdirSync(join(folder, "memory")).toSorted();
  } catch {
    return [];
  }
}

/** What `project.json` holds. */
export function projectFileOf({ folder }: OpenedProject): ProjectFile & Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, "project.json"), "utf8"));
}

/** Changes fields of `project.json`, as a person or a later version would. */
export function changeProjectFile(opened: OpenedProject, change: object): void {
  const text = JSON.stringify({ ...projectFileOf(opened), ...change });
  writeFileSync(join(opened.folder, "project.json"), text);
}

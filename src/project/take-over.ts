import { join } from "node:path";
import { completeInterrupted } from "../storage/index.ts";
import { replaceWhole, toStorageError } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { kindAt, lookAt, namesIn } from "./disk.ts";
import { projectFileFor } from "./project-file.ts";
import { asWriter, filesOf } from "./project-home.ts";
import type { ProjectHome } from "./project-home.ts";
import { memoryNames, projectFolder, readStoredProject, writeProjectFile } from "./stored-projects.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

/**
 * Makes what is kept under the id `from` the private folder of `identity`. Nothing is lost when it is
 * interrupted: memories move in one rename, and whoever opens the project next goes on from there.
 * `false` when another process was faster, or the project has memories of its own by now.
 */
export async function takeOver(
  place: ProjectHome,
  identity: ProjectIdentity,
  from: string,
): Promise<boolean> {
  const files = filesOf(place);
  const source = projectFolder(place.home, from);
  const target = projectFolder(place.home, identity.id);
  // A step of a killed writer names the files of the old place: it is completed while they can be found.
  await completeInterrupted({
    folders: { home: place.home, project: source, shared: join(identity.root, ".agent") },
    now: place.now,
    ...(place.lockWaitMs === undefined ? {} : { lockWaitMs: place.lockWaitMs }),
    files,
  });
  try {
    return await asWriter(place, [from, identity.id], async () => {
      const stored = await readStoredProject(files, place.home, from);
      if (stored.state !== "found") return false;
      if ((await memoryNames(files, place.home, identity.id)).length > 0) return false;
      const file = await successorOf({ place, identity, from, file: stored.file });
      await files.removeTree(join(source, "cache"));
      if ((await lookAt(files, target)) === null) {
        // Written before the rename: at no moment does the new id hold the old trust.
        await writeProjectFile(place, from, file);
        await files.rename(source, target);
      } else {
        await moveEntries(files, source, target);
        await writeProjectFile(place, identity.id, file);
        await removeIfEmpty(files, source);
      }
      await files.syncFolder(join(place.home, "projects"));
      return true;
    });
  } catch (error) {
    throw toStorageError(error, `bring the memories of ${from} to this project`);
  }
}

/** `project.json` under the new id. Trust and allowed commands were given to the old place and end with it. */
async function successorOf(at: {
  place: ProjectHome;
  identity: ProjectIdentity;
  from: string;
  file: ProjectFile;
}): Promise<ProjectFile> {
  const { place, identity, from } = at;
  const { trust: _trust, allowedCommands: _allowed, ...inherited } = at.file;
  const own = await readStoredProject(filesOf(place), place.home, identity.id);
  const facts = await projectFileFor({ identity, git: place.git, now: place.now(), files: filesOf(place) });
  const already = own.state === "found" ? own.file : undefined;
  return {
    ...inherited,
    ...already,
    ...facts,
    created: at.file.created ?? facts.created,
    previous: previousIds(identity.id, [from, ...(at.file.previous ?? []), ...(already?.previous ?? [])]),
  };
}

/** Ids without doubles and without the one in use. */
export function previousIds(own: string, ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => id !== own);
}

/** Moves what `target` does not have; histories are joined, what both have stays where it is. */
async function moveEntries(files: FileOperations, source: string, target: string): Promise<void> {
  const entries = await namesIn(files, source);
  // The history first: a memory without its history could not be undone, the reverse harms nothing.
  const ordered = entries.toSorted((left, right) => rank(left.name) - rank(right.name));
  for (const { name } of ordered) {
    if (name === "project.json") continue;
    const [from, to] = [join(source, name), join(target, name)];
    const there = await kindAt(files, to);
    if (there === null) await files.rename(from, to);
    else if (name === "history.jsonl") await joinHistories(files, { source, target, name });
    else if (there === "folder" && (await kindAt(files, from)) === "folder")
      await moveEntries(files, from, to);
  }
  await files.syncFolder(target);
}

function rank(name: string): number {
  return name === "history.jsonl" ? 0 : 1;
}

async function joinHistories(
  files: FileOperations,
  at: { source: string; target: string; name: string },
): Promise<void> {
  const older = await files.readFile(join(at.source, at.name));
  const newer = await files.readFile(join(at.target, at.name));
  const glue = older.length === 0 || older.at(-1) === 10 ? "" : "\n";
  const text = Buffer.concat([older, Buffer.from(glue), newer]);
  await replaceWhole(files, { path: join(at.target, at.name), text });
  await files.unlink(join(at.source, at.name));
}

/** Removes a project folder in which only `project.json` and empty folders are left. */
async function removeIfEmpty(files: FileOperations, folder: string): Promise<void> {
  for (const { name, kind } of await namesIn(files, folder)) {
    if (name === "project.json") continue;
    if (kind !== "folder" || (await namesIn(files, join(folder, name))).length > 0) return;
  }
  await files.removeTree(folder);
}

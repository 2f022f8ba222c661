import { dirname, join } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { replaceWhole, toStorageError } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { escapeUnseen, nearest } from "../text/index.ts";
import { isGone, namesIn, realPathIfAny } from "./disk.ts";
import { projectFileFor } from "./project-file.ts";
import { asWriter, filesOf } from "./project-home.ts";
import type { ProjectHome } from "./project-home.ts";
import {
  memoryNames,
  projectFolder,
  readAllProjects,
  readStoredProject,
  writeProjectFile,
} from "./stored-projects.ts";
import { previousIds, takeOver } from "./take-over.ts";
import type { ProjectFile, ProjectIdentity } from "./types.ts";

export interface Adoption {
  /** `moved`: the old place is gone, all of it is this project's now. `copied`: both keep their own from here. */
  how: "moved" | "copied";
  from: string;
  memories: number;
  /** One sentence for the person. */
  notice: string;
}

/**
 * Gives this project the memories kept under another id. When the other project's folder is gone,
 * everything moves; while it still exists, its memories are copied, so that nobody loses any. Trust is
 * never carried. Fails with `not-found`, `invalid` (it is this project), `conflict` (this project has
 * memories already), `unreadable`.
 */
export async function adoptProject(
  place: ProjectHome,
  identity: ProjectIdentity,
  from: string,
): Promise<Adoption> {
  const files = filesOf(place);
  if (from === identity.id) {
    throw new DaybookError("invalid", `${from} is this project already; there is nothing to adopt.`);
  }
  await assertAdoptable(place, identity.id, from);
  const file = await fileOf(place, from);
  const own = await memoryNames(files, place.home, identity.id);
  const target = projectFolder(place.home, identity.id);
  if (own.length > 0) throw refuseToMix(own.length, target);
  const memories = (await memoryNames(files, place.home, from)).length;
  const how = (await hasLeft(files, identity, file)) ? "moved" : "copied";
  if (how === "copied" && memories === 0) {
    throw new DaybookError("invalid", `${from} has no memories to copy; nothing was changed.`);
  }
  if (how === "copied") await copyMemories(place, identity, { from, file });
  else if (!(await takeOver(place, identity, from))) throw changedMeanwhile(from);
  return { how, from, memories, notice: escapeUnseen(sentenceOf(how, memories, file)) };
}

function sentenceOf(how: Adoption["how"], memories: number, file: ProjectFile): string {
  const count = memories === 1 ? "one memory" : `${memories} memories`;
  return how === "moved"
    ? `Adopted ${count} of ${file.id}; the folder ${file.key} is gone, so they moved here.`
    : `Copied ${count} of ${file.id}. ${file.key} still exists and keeps its own; the two go separate ways from here.`;
}

async function fileOf(place: ProjectHome, id: string): Promise<ProjectFile> {
  const files = filesOf(place);
  const known = await readAllProjects(files, place.home);
  const found = known.projects.find((project) => project.id === id);
  if (found) return found.file;
  const unreadable = known.unreadable.find(({ path }) => dirname(path) === projectFolder(place.home, id));
  if (unreadable) throw unreadableError(unreadable);
  const ids = known.projects.map((project) => project.id);
  const near = nearest(id, ids).join(", ");
  const hint =
    ids.length === 0
      ? `Nothing is kept in ${join(place.home, "projects")} yet.`
      : `Kept are ${ids.length} projects in ${join(place.home, "projects")}${near === "" ? "" : `; near is ${near}`}.`;
  throw new DaybookError("not-found", `There is no project ${JSON.stringify(id)}. ${hint}`, { data: { id } });
}

async function assertAdoptable(place: ProjectHome, id: string, from: string): Promise<void> {
  const own = await readStoredProject(filesOf(place), place.home, id);
  if (own.state === "unreadable") throw unreadableError(own);
  if (own.state !== "found" || !own.file.previous?.includes(from)) return;
  if ((await readStoredProject(filesOf(place), place.home, from)).state === "missing") {
    throw new DaybookError(
      "invalid",
      `${from} was brought to this project already, as ${id}; nothing is left to adopt.`,
    );
  }
}

function unreadableError({ path, problem }: { path: string; problem: string }): DaybookError {
  return new DaybookError(
    "unreadable",
    `${path} cannot be read: ${problem}. Mend or remove it, then try again.`,
    {
      data: { file: path },
    },
  );
}

async function hasLeft(
  files: FileOperations,
  identity: ProjectIdentity,
  { key }: ProjectFile,
): Promise<boolean> {
  // A person asks for it by name, so a whole tree that is gone counts as well as a single folder.
  if (await isGone(files, key, dirname(key))) return true;
  const real = await realPathIfAny(files, key);
  return real === null || real === identity.key;
}

/** All memory files appear at once: they are gathered beside their place, then moved in one rename. */
async function copyMemories(
  place: ProjectHome,
  identity: ProjectIdentity,
  { from, file }: { from: string; file: ProjectFile },
): Promise<void> {
  const files = filesOf(place);
  const target = projectFolder(place.home, identity.id);
  try {
    await asWriter(place, [from, identity.id], async () => {
      if ((await memoryNames(files, place.home, identity.id)).length > 0) throw changedMeanwhile(from);
      const source = join(projectFolder(place.home, from), "memory");
      const gathered = join(target, `.daybook-tmp-adopted-${process.pid}`);
      await files.removeTree(gathered);
      await files.makeFolder(gathered);
      for (const { name, kind } of await namesIn(files, source)) {
        if (kind !== "file" || name.startsWith(".")) continue;
        const text = await files.readFile(join(source, name));
        await replaceWhole(files, { path: join(gathered, name), text });
      }
      await settle(files, { gathered, memory: join(target, "memory") });
      await writeOrigin(place, identity, { from, file });
    });
  } catch (error) {
    throw toStorageError(error, `copy the memories of ${from}`);
  }
}

async function settle(
  files: FileOperations,
  { gathered, memory }: { gathered: string; memory: string },
): Promise<void> {
  const there = new Set((await namesIn(files, memory)).map(({ name }) => name));
  if (there.size === 0) {
    await files.removeTree(memory);
    await files.rename(gathered, memory);
  } else {
    // No memories, but something a person put there: it stays.
    for (const { name } of await namesIn(files, gathered)) {
      if (!there.has(name)) await files.rename(join(gathered, name), join(memory, name));
    }
    await files.removeTree(gathered);
  }
  await files.syncFolder(dirname(memory));
}

async function writeOrigin(
  place: ProjectHome,
  identity: ProjectIdentity,
  { from, file }: { from: string; file: ProjectFile },
): Promise<void> {
  const files = filesOf(place);
  const stored = await readStoredProject(files, place.home, identity.id);
  const own =
    stored.state === "found"
      ? stored.file
      : await projectFileFor({ identity, git: place.git, now: place.now(), files });
  const previous = previousIds(identity.id, [from, ...(file.previous ?? []), ...(own.previous ?? [])]);
  await writeProjectFile(place, identity.id, { ...own, previous });
}

function changedMeanwhile(from: string): DaybookError {
  return new DaybookError(
    "conflict",
    `Another process changed these projects meanwhile. Try again: daybook project adopt ${from}`,
  );
}

/** The refusal to mix two projects' memories. */
function refuseToMix(count: number, folder: string): DaybookError {
  const memories = count === 1 ? "one memory" : `${count} memories`;
  return new DaybookError(
    "conflict",
    `This project already has ${memories} of its own in ${join(folder, "memory")}. ` +
      "Adopting would mix the two: move or delete its own ones first, or save what you need by hand.",
    { data: { memories: count, folder } },
  );
}

import { join } from "node:path";
import { systemCodeOf } from "../errors/index.ts";
import { replaceWhole } from "../storage/index.ts";
import type { FileOperations } from "../storage/index.ts";
import { isMemoryFile } from "../text/index.ts";
import { namesIn } from "./disk.ts";
import { isProjectId } from "./project-id.ts";
import { parseProjectFile, renderProjectFile } from "./project-file.ts";
import { filesOf } from "./project-home.ts";
import type { ProjectHome } from "./project-home.ts";
import type { ProjectFile } from "./types.ts";

/** What the home knows of one project. */
export type StoredProject =
  | { state: "found"; file: ProjectFile }
  | { state: "missing" }
  | { state: "unreadable"; path: string; problem: string };

export interface KnownProjects {
  projects: { id: string; file: ProjectFile }[];
  /** `project.json` files that could not be read. */
  unreadable: { path: string; problem: string }[];
}

/** The private folder of a project: what storage opens as `project`. It need not exist. */
export function projectFolder(home: string, id: string): string {
  return join(home, "projects", id);
}

/** Reads `project.json` of one project. */
export async function readStoredProject(
  files: FileOperations,
  home: string,
  id: string,
): Promise<StoredProject> {
  const path = join(projectFolder(home, id), "project.json");
  let bytes: Uint8Array;
  try {
    bytes = await files.readFile(path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "missing" };
    return { state: "unreadable", path, problem: `reading it failed (${code ?? "unknown reason"})` };
  }
  const parsed = parseProjectFile(new TextDecoder().decode(bytes));
  if (parsed.ok) return { state: "found", file: parsed.file };
  return { state: "unreadable", path, problem: parsed.problem };
}

/**
 * Writes `project.json` beside the journal: what it says here (where the project lies, what it was called) is
 * found again by itself, and is no change that anyone could undo. Only as the writer of the project.
 */
export async function writeProjectFile(place: ProjectHome, id: string, file: ProjectFile): Promise<void> {
  const path = join(projectFolder(place.home, id), "project.json");
  await replaceWhole(filesOf(place), { path, text: renderProjectFile(file) });
}

/** Every project of the home that has a `project.json`, by id. */
export async function readAllProjects(files: FileOperations, home: string): Promise<KnownProjects> {
  const known: KnownProjects = { projects: [], unreadable: [] };
  const names = await namesIn(files, join(home, "projects"));
  const ids = names
    .map(({ name }) => name)
    .filter(isProjectId)
    .toSorted();
  for (const id of ids) {
    const stored = await readStoredProject(files, home, id);
    if (stored.state === "found") known.projects.push({ id, file: stored.file });
    if (stored.state === "unreadable") known.unreadable.push(stored);
  }
  return known;
}

/** File names of the private memories of a project, without the index. */
export async function memoryNames(files: FileOperations, home: string, id: string): Promise<string[]> {
  const names = await namesIn(files, join(projectFolder(home, id), "memory"));
  return names.filter(({ name, kind }) => kind === "file" && isMemoryFile(name)).map(({ name }) => name);
}

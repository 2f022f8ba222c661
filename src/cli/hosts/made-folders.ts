import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { readHostFile } from "./host-file-state.ts";

/** A file that stands in each folder that setup made: by it the folder is known when setup is undone. */
const mark = ".daybook-setup";

/** What a mark says to who finds it. */
export const markText =
  "`daybook setup` made this folder and takes it away with --undo, when nothing else is in it.\n";

/** Whether a path is the mark of a folder. */
export function isMark(path: string): boolean {
  return basename(path) === mark;
}

/** The marks of the folders that must be made for these files. A person's home is nobody's to take away. */
export function marksToMake(files: readonly string[], userHome: string): string[] {
  const made = new Set(files.flatMap((path) => missingFolders(dirname(path))));
  return [...made]
    .filter((folder) => folder !== userHome && !userHome.startsWith(folder + sep))
    .map((folder) => join(folder, mark));
}

/** The marks of these files' folders, the deepest first. A folder that another host's setup needs keeps its own. */
export function marksToTake(files: readonly string[]): string[] {
  const marked = new Set(files.flatMap((path) => markedFolders(dirname(path))));
  const folders = [...marked].toSorted((left, right) => right.length - left.length);
  return folders.filter((folder) => !holdsMarked(folder, folders)).map((folder) => join(folder, mark));
}

/** Those of a path that are not there, deepest first. */
export function missingFolders(folder: string): string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [folder, ...missingFolders(dirname(folder))];
}

function markedFolders(folder: string): string[] {
  return isMarked(folder) ? [folder, ...markedFolders(dirname(folder))] : [];
}

function isMarked(folder: string): boolean {
  try {
    return readHostFile(join(folder, mark)).text === markText;
  } catch {
    return false;
  }
}

function holdsMarked(folder: string, others: readonly string[]): boolean {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .some((path) => !others.includes(path) && isMarked(path));
}

import { existsSync, rmdirSync } from "node:fs";
import { dirname, sep } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import { nodeFiles, replaceWhole, toStorageError } from "../../storage/index.ts";
import { readHostFile } from "./host-file-state.ts";
import { backupOf, type PlannedFile } from "./plan-files.ts";

/** Carries a plan out, file by file. If one cannot be written, those before it are put back and it fails with `io`. */
export async function writeFiles(plan: readonly PlannedFile[], userHome: string): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const missing = plan.flatMap(({ path }) => missingFolders(dirname(path)));
  try {
    for (const file of plan) {
      if (file.action === "none") continue;
      assertUnchanged(file);
      const { path, state, backup, after } = file;
      if (typeof backup === "string") {
        const kept = readHostFile(backupOf(path));
        undo.push(() => put(backupOf(path), kept.text, kept.mode));
        await put(backupOf(path), backup, state.mode);
      }
      undo.push(() => put(state.target, state.text, state.mode));
      await put(state.target, after, state.mode);
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {});
    for (const folder of missing) removeEmptyFolder(folder);
    throw toStorageError(error, "write what setup needs", " Nothing was changed.");
  }
  for (const { path, backup } of plan) if (backup === null) await remove(backupOf(path));
  for (const { path, action } of plan) if (action === "remove") removeEmptyFolders(dirname(path), userHome);
}

// A program that is running writes its settings too; what it wrote since the plan must not be lost.
function assertUnchanged({ path, state }: PlannedFile): void {
  if (readHostFile(path).text === state.text) return;
  throw new DaybookError(
    "conflict",
    `${path} was changed while you read this. Nothing was changed; run this again.`,
  );
}

async function put(path: string, text: string | null, mode: number | undefined): Promise<void> {
  if (text === null) return remove(path);
  await replaceWhole(nodeFiles, { path, text, mode: mode ?? 0o600 });
}

async function remove(path: string): Promise<void> {
  try {
    await nodeFiles.unlink(path);
  } catch (error) {
    if (readHostFile(path).text !== null) throw error;
  }
}

/** Those of a path that are not there, deepest first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** Folders that were made for a file go with it, up to the person's own. */
function removeEmptyFolders(folder: string, userHome: string): void {
  if (folder === userHome || !removeEmptyFolder(folder)) return;
  if (folder.startsWith(userHome + sep)) removeEmptyFolders(dirname(folder), userHome);
}

function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // Others keep files there.
    return false;
  }
}

import { rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import { nodeFiles, replaceWhole, toStorageError } from "../../storage/index.ts";
import { readHostFile } from "./host-file-state.ts";
import { backupOf, type PlannedFile } from "./plan-files.ts";

/** Carries a plan out, file by file. If one cannot be written, those before it are put back and it fails with `io`. */
export async function writeFiles(plan: readonly PlannedFile[]): Promise<void> {
  const written: PlannedFile[] = [];
  try {
    for (const file of plan) {
      if (file.action === "none") continue;
      assertUnchanged(file);
      if (typeof file.backup === "string") await put(backupOf(file.path), file.backup, file.state.mode);
      written.push(file);
      await put(file.state.target, file.after, file.state.mode);
    }
  } catch (error) {
    for (const { state } of written.toReversed())
      await put(state.target, state.text, state.mode).catch(() => {});
    throw toStorageError(error, "write what setup needs", " Nothing was changed.");
  }
  for (const { path, action, backup, after } of plan) {
    if (action !== "none" && backup === null) await remove(backupOf(path));
    if (action !== "none" && after === null) removeEmptyFolder(dirname(path));
  }
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

/** A folder that was made for a file goes with it. */
function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Others keep files there.
  }
}

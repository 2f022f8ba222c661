import { rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { DaybookError } from "../../errors/index.ts";
import { nodeFiles, replaceWhole, toStorageError } from "../../storage/index.ts";
import { readHostFile } from "./host-file-state.ts";
import { copyPathOf } from "./kept-copy.ts";
import { isMark, missingFolders } from "./made-folders.ts";
import type { PlannedFile } from "./plan-files.ts";

/** Carries a plan out, file by file. If one cannot be written, those before it are put back and it fails with `io`. */
export async function writeFiles(plan: readonly PlannedFile[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const missing = plan.flatMap(({ state }) => missingFolders(dirname(state.target)));
  try {
    for (const file of plan) {
      if (file.action === "none") continue;
      assertUnchanged(file);
      const { path, state, copy, after } = file;
      if (copy !== undefined) undo.push(await keep(copyPathOf(path, copy), { text: copy, mode: state.mode }));
      undo.push(() => put(state.target, state.text, state.mode));
      await put(state.target, after, state.mode);
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => {});
    for (const folder of missing) removeEmptyFolder(folder);
    throw toStorageError(error, "write what setup needs", " Nothing was changed.");
  }
  for (const { stale } of plan) for (const path of stale) await remove(path);
  for (const { path, action } of plan)
    if (action === "remove" && isMark(path)) removeEmptyFolder(dirname(path));
}

/** Writes a copy, and gives the way back. What has that name is that copy, or no file of ours. */
async function keep(
  path: string,
  { text, mode }: { text: string; mode: number | undefined },
): Promise<() => Promise<void>> {
  const kept = readHostFile(path);
  if (kept.text === text) return async () => {};
  if (kept.text !== null)
    throw new DaybookError(
      "conflict",
      `${path} is there already, and setup would keep a copy under that name.`,
    );
  await put(path, text, mode);
  return () => remove(path);
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

function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    // Others keep files there.
    return false;
  }
}

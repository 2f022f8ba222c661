import { DaybookError } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import { changeFiles } from "./file-change.ts";
import type { ChangeEnvironment } from "./file-change.ts";
import type { FileOperations } from "./files.ts";
import { withLocks } from "./lock.ts";
import { purgeLine } from "./purge.ts";
import { findUnfinished } from "./recovery.ts";
import type { HistoryPurge, ScopeName } from "./storage.ts";
import { replaceWhole, sweepTemporaries } from "./whole-file.ts";

const MOST_ATTEMPTS = 20;
const NEWLINE = 10;

/**
 * Purges one history under its lock, once no step in it waits for completion: that step would need its texts.
 * What killed writers left beside the files may hold the same texts, and goes too. Gives how many lines changed.
 */
export async function purgeFileHistory(
  environment: ChangeEnvironment,
  scope: ScopeName,
  purge: HistoryPurge,
): Promise<number> {
  const { files, layout, locks } = environment;
  const names = [layout.lockNameOf(scope)];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await changeFiles(environment, [scope], async () => undefined);
    const changed = await withLocks(
      { ...locks, files, directory: layout.lockFolder, names },
      async (): Promise<number | "unfinished"> => {
        if ((await findUnfinished(files, layout, [scope])).length > 0) return "unfinished";
        await sweepTemporaries(files, layout.writtenFolders(scope));
        return rewrite(files, layout.journalOf(scope), purge);
      },
    );
    if (changed !== "unfinished") return changed;
  }
  throw new DaybookError("conflict", "Other processes keep changing memory. Try again when they are done.");
}

async function rewrite(files: FileOperations, path: string, purge: HistoryPurge): Promise<number> {
  try {
    const before = await readIfAny(files, path);
    const after: Uint8Array[] = [];
    let changed = 0;
    for (const { bytes, end } of linesIn(before)) {
      const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
      const purged = purgeLine(line, purge);
      if (purged !== line) changed += 1;
      after.push(purged === line ? bytes : Buffer.from(purged), end);
    }
    if (changed > 0) await replaceWhole(files, { path, text: Buffer.concat(after) });
    return changed;
  } catch (error) {
    throw toStorageError(error, `rewrite ${path}`, " It is whole.");
  }
}

async function readIfAny(files: FileOperations, path: string): Promise<Uint8Array> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (isMissing(error)) return new Uint8Array();
    throw error;
  }
}

function* linesIn(bytes: Uint8Array): Generator<{ bytes: Uint8Array; end: Uint8Array }> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const stop = found === -1 ? bytes.length : found;
    yield { bytes: bytes.subarray(start, stop), end: bytes.subarray(stop, stop + 1) };
    start = stop + 1;
  }
}

import { dirname } from "node:path";

import { defaultLimits } from "../limits/index.ts";
import { blankFileLines } from "./blank-lines.ts";
import { isMissing, toStorageError } from "./faults.ts";
import type { ChangeEnvironment } from "./file-change.ts";
import { openFolder } from "./file-folder.ts";
import { createFileLayout } from "./file-layout.ts";
import type { RootFolders } from "./file-layout.ts";
import { appendFileLine } from "./file-lines.ts";
import { openFileLog } from "./file-log.ts";
import { moveFileLog, removeFileLog } from "./file-move.ts";
import type { LogMover } from "./file-move.ts";
import { listFiles, listNames, readText, sizeOfFile } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import { stampFiles } from "./file-stamps.ts";
import { nodeFiles } from "./files.ts";
import type { FileOperations, OpenFile } from "./files.ts";
import { recordsFromEnd } from "./journal-file.ts";
import { createLastText } from "./last-text.ts";
import { createProcessTable } from "./owner.ts";
import type { ProcessTable } from "./owner.ts";
import { assertInside } from "./safe-path.ts";
import type { Storage, StreamRange } from "./storage.ts";

/** Which folders are the roots, and what the storage takes from outside. */
export interface FileStorageOptions {
  folders: RootFolders;
  now: () => Date;
  /** A new id for each history record. */
  newId: () => string;
  lockWaitMs?: number;
  files?: FileOperations;
  processes?: ProcessTable;
}

const FIRST_CHUNK = 64 * 1024;
const LATER_CHUNK = 256 * 1024;

/** The `Storage` on plain files: readers never lock, one writer at a time, each change all or nothing. */
export function createFileStorage(options: FileStorageOptions): Storage {
  const files = options.files ?? nodeFiles;
  const layout = createFileLayout(options.folders);
  const locks = {
    waitMs: options.lockWaitMs ?? defaultLimits.lockWaitMs,
    processes: options.processes ?? createProcessTable(),
  };
  const { now, newId } = options;
  const environment: ChangeEnvironment = { files, layout, locks, now, newId, lastText: createLastText() };
  const mover: LogMover = { files, locks: { ...locks, directory: layout.lockFolder } };
  let queue: Promise<unknown> = Promise.resolve();

  return {
    read: async (path) => readText(files, layout.placeOf(path)),
    list: async (folder) => listFiles(files, layout.placeOf(folder), options.now()),
    names: async (folder) => listNames(files, layout.placeOf(folder)),
    stamps: async (folder) => stampFiles(files, layout.placeOf(folder), options.now()),
    openFolder: async (folder) => openFolder(files, layout.placeOf(folder)),
    size: async (path) => sizeOfFile(files, layout.placeOf(path)),
    stream: (path, range) => streamFile(files, layout.placeOf(path), range),
    change(scopes, work) {
      // Changes of one process queue here, so that they do not poll for each other's lock.
      const result = queue.then(async () => {
        // Loaded by the first change: most processes only read, and some of them stand before every prompt.
        const { changeFiles } = await import("./file-change.ts");
        return changeFiles(environment, scopes, work);
      });
      queue = result.catch(() => undefined);
      return result;
    },
    history: (scope) => recordsFromEnd(files, layout.journalOf(scope)),
    async purgeHistory(scope, purge) {
      const { purgeFileHistory } = await import("./file-purge.ts");
      return purgeFileHistory(environment, scope, purge);
    },
    async openLog(path) {
      const place = layout.placeOf(path);
      await assertInside(files, place.rootFolder, place.absolute);
      return openFileLog(files, { ...locks, files, directory: layout.lockFolder }, place.absolute);
    },
    async moveLog(from, to, { stamp } = {}) {
      const places = { from: layout.placeOf(from), to: layout.placeOf(to) };
      for (const { rootFolder, absolute } of Object.values(places)) {
        await assertInside(files, rootFolder, dirname(absolute));
      }
      return moveFileLog(mover, { from: places.from.absolute, to: places.to.absolute }, stamp);
    },
    async removeLog(path, { stamp } = {}) {
      const place = layout.placeOf(path);
      await assertInside(files, place.rootFolder, dirname(place.absolute));
      return removeFileLog(mover, place.absolute, stamp);
    },
    async appendLine(path, line, { setAsideAt }) {
      const place = layout.placeOf(path);
      await assertInside(files, place.rootFolder, place.absolute);
      const doors = { files, locks: { ...locks, directory: layout.lockFolder } };
      await appendFileLine(doors, { absolute: place.absolute, setAsideAt }, line);
    },
    async blankLines(path, isGone) {
      const place = layout.placeOf(path);
      await assertInside(files, place.rootFolder, place.absolute);
      return blankFileLines(files, place.absolute, isGone);
    },
    locate: (path) => layout.placeOf(path).absolute,
    has: (root) => layout.folders[root] !== undefined,
  };
}

/** Completes what a killed writer left in the scopes of a home and a project, before their folders are moved. */
export async function completeInterrupted(
  options: Pick<FileStorageOptions, "folders" | "now" | "lockWaitMs" | "files">,
): Promise<void> {
  const storage = createFileStorage({ ...options, newId: () => "" });
  await storage.change(["user", "project"], async () => undefined);
}

async function* streamFile(
  files: FileOperations,
  place: Place,
  { from = 0, to = Number.POSITIVE_INFINITY, isPassing = false }: StreamRange = {},
): AsyncGenerator<Uint8Array> {
  let handle: OpenFile;
  try {
    await assertInside(files, place.rootFolder, place.absolute);
    handle = await files.open(place.absolute, "read");
  } catch (error) {
    if (isMissing(error)) return;
    throw toStorageError(error, `read ${place.absolute}`);
  }
  try {
    let chunk = Buffer.alloc(0);
    for (let position = from; position < to;) {
      const length = Math.min(position === from ? FIRST_CHUNK : LATER_CHUNK, to - position);
      // Only what was read of it is given away.
      if (!isPassing || chunk.length < length) chunk = Buffer.allocUnsafeSlow(length);
      const { bytesRead } = await handle.read(chunk, 0, length, position);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

import { dirname } from "node:path";

import { isMissing } from "./faults.ts";
import type { FileOperations, OpenFile } from "./files.ts";
import { parseJournalLine, renderRecord } from "./journal.ts";
import type { JournalLine, JournalMark, JournalRecord } from "./journal.ts";
import { makeFolderDurable, writeAll } from "./whole-file.ts";

const FIRST_CHUNK = 4 * 1024;
const LARGEST_CHUNK = 256 * 1024;
const NEWLINE = 10;

/** An appended record that can still be taken back by the writer that holds the lock. */
export interface AppendedRecord {
  /** Resolves when the record is durable. */
  settle(): Promise<void>;
  /** Says that the step was applied. Not waited for: a lost mark only means that the step is checked again. */
  done(): Promise<void>;
  /** Cuts the record off again. Needs no space on the disk. */
  takeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Appends a record, whole but not durable yet; on failure the journal is as before. */
export async function appendRecord(
  files: FileOperations,
  path: string,
  record: JournalRecord,
): Promise<AppendedRecord> {
  const existed = await exists(files, path);
  if (!existed) await makeFolderDurable(files, dirname(path));
  const handle = await files.open(path, "append");
  const size = await handle.size();
  const takeBack = async () => {
    await handle.truncate(size);
    await handle.datasync();
  };
  try {
    const separator = await separatorAt(handle, size);
    await writeAll(handle, Buffer.from(`${separator}${renderRecord(record)}\n`));
  } catch (error) {
    try {
      await takeBack();
    } finally {
      await handle.close();
    }
    throw error;
  }
  return {
    async settle() {
      await handle.datasync();
      if (!existed) await files.syncFolder(dirname(path));
    },
    done: () => writeAll(handle, Buffer.from(`${JSON.stringify({ done: record.id })}\n`)),
    takeBack,
    close: () => handle.close(),
  };
}

/** Says of a step, later than its writer could, what became of it. */
export async function appendMark(files: FileOperations, path: string, mark: JournalMark): Promise<void> {
  const handle = await files.open(path, "append");
  try {
    const separator = await separatorAt(handle, await handle.size());
    await writeAll(handle, Buffer.from(`${separator}${JSON.stringify(mark)}\n`));
  } finally {
    await handle.close();
  }
}

async function exists(files: FileOperations, path: string): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** What must stand before a new line at the end of an open file: a torn line is ended, never cut, so nothing is destroyed. */
export async function separatorAt(handle: OpenFile, size: number): Promise<"" | "\n"> {
  if (size === 0) return "";
  const last = new Uint8Array(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] === NEWLINE ? "" : "\n";
}

/** The last line that can be read: what a killed writer began, or that all is done. */
export async function lastLine(files: FileOperations, path: string): Promise<JournalLine | undefined> {
  for await (const line of journalFromEnd(files, path)) return line;
  return undefined;
}

/** All records, newest first; dropped ones and lines that cannot be read are passed over. */
export async function* recordsFromEnd(files: FileOperations, path: string): AsyncGenerator<JournalRecord> {
  const dropped = new Set<string>();
  for await (const line of journalFromEnd(files, path)) {
    if (line.kind === "dropped") dropped.add(line.id);
    if (line.kind === "record" && !dropped.has(line.record.id)) yield line.record;
  }
}

/** All lines that can be read, newest first. */
export async function* journalFromEnd(files: FileOperations, path: string): AsyncGenerator<JournalLine> {
  for await (const line of linesFromEnd(files, path)) {
    const parsed = parseJournalLine(line);
    if (parsed) yield parsed;
  }
}

/** Lines of a file from its end, in bounded memory but for one line. A missing file has none. */
async function* linesFromEnd(files: FileOperations, path: string): AsyncGenerator<string> {
  let handle: OpenFile;
  try {
    handle = await files.open(path, "read");
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    // Pieces of the line that is being put together, last piece first.
    let pieces: Uint8Array[] = [];
    for (
      let end = await handle.size(), size = FIRST_CHUNK;
      end > 0;
      size = Math.min(2 * size, LARGEST_CHUNK)
    ) {
      const start = Math.max(0, end - size);
      const chunk = await readExactly(handle, start, end - start);
      let stop = chunk.length;
      for (
        let at = chunk.lastIndexOf(NEWLINE);
        at !== -1;
        at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)
      ) {
        pieces.push(chunk.subarray(at + 1, stop));
        yield join(pieces);
        pieces = [];
        stop = at;
      }
      pieces.push(chunk.subarray(0, stop));
      end = start;
    }
    yield join(pieces);
  } finally {
    await handle.close();
  }
}

function join(pieces: Uint8Array[]): string {
  return Buffer.concat(pieces.toReversed()).toString("utf8");
}

async function readExactly(handle: OpenFile, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

import { constants, type Dirent } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";
import { indexName, isMemoryFile } from "../text/index.ts";

/** A folder of another agent's memories, as it was read. It is never written to. */
export interface ForeignFolder {
  folder: string;
  /** Its `MEMORY.md`, null without one. */
  index: { text: string; modified: Date } | null;
  files: { name: string; text: string; modified: Date }[];
  /** What could not be read, and why: half a sentence. */
  skipped: { file: string; reason: string }[];
}

/** A memory is far below; what is longer would be refused anyway. */
const mostBytes = 1024 * 1024;

/** Reads it; null where no such folder is. */
export async function readForeignFolder(folder: string): Promise<ForeignFolder | null> {
  const entries = await entriesOf(folder);
  if (entries === null) return null;
  const read: ForeignFolder = { folder, index: null, files: [], skipped: [] };
  const real = await realpath(folder);
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith(".")) continue;
    if (name !== indexName && !isMemoryFile(name)) {
      const reason = entry.isDirectory()
        ? "it is a folder: import it by its own path"
        : "it is no Markdown file";
      read.skipped.push({ file: name, reason });
      continue;
    }
    const file = await readForeignFile(join(folder, name), real);
    if (!file.ok) read.skipped.push({ file: name, reason: file.reason });
    else if (name === indexName) read.index = { text: file.text, modified: file.modified };
    else read.files.push({ name, text: file.text, modified: file.modified });
  }
  return read;
}

async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "")) return null;
    throw error;
  }
}

type ReadFile = { ok: true; text: string; modified: Date } | { ok: false; reason: string };

async function readForeignFile(path: string, folder: string): Promise<ReadFile> {
  try {
    const real = await realpath(path);
    if (dirname(real) !== folder && !real.startsWith(folder + sep)) {
      return { ok: false, reason: "it is a link that leads out of the folder" };
    }
    // A pipe would be waited for without end.
    const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return { ok: false, reason: "it is no plain file" };
      if (stat.size > mostBytes)
        return { ok: false, reason: `it has ${stat.size} bytes, too many for a memory` };
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await handle.readFile());
      return { ok: true, text, modified: stat.mtime };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const reason =
      error instanceof TypeError ? "it is not UTF-8 text" : `it cannot be read (${messageOf(error)})`;
    return { ok: false, reason };
  }
}

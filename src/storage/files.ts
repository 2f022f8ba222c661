import { constants, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { link, mkdir, open, readFile, rename, rm, unlink } from "node:fs/promises";

/** What the storage needs to know of a file. Times are nanoseconds since 1970. */
export interface FileStat {
  kind: "file" | "folder" | "link" | "other";
  bytes: number;
  device: bigint;
  inode: bigint;
  modifiedNs: bigint;
  changedNs: bigint;
}

/** An open file. `write` may take fewer bytes than it was given, as the system call does. */
export interface OpenFile {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  sync(): Promise<void>;
  datasync(): Promise<void>;
  truncate(bytes: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/**
 * The file operations the file-system adapter is built on, passed in so that a test can make a
 * disk full or a rename fail. Absolute paths; failures carry the operating system's `code`.
 */
export interface FileOperations {
  /** `read`: must exist. `create`: must not exist (mode 0600). `append`: made if missing (mode 0600). */
  open(path: string, how: "read" | "create" | "append"): Promise<OpenFile>;
  readFile(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, made: string): Promise<void>;
  unlink(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  /** Makes all missing folders (mode 0700); the first one made, or undefined. */
  makeFolder(path: string): Promise<string | undefined>;
  names(folder: string): Promise<{ name: string; kind: FileStat["kind"] }[]>;
  stat(path: string): Promise<FileStat>;
  /** Does not follow a link. */
  lstat(path: string): Promise<FileStat>;
  realPath(path: string): Promise<string>;
  /** Makes renames and removals in a folder durable. */
  syncFolder(folder: string): Promise<void>;
}

const flags = {
  read: constants.O_RDONLY,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
} as const;

function kindOf(entry: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): FileStat["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function toFileStat(stat: ReturnType<typeof lstatBig>): FileStat {
  return {
    kind: kindOf(stat),
    bytes: Number(stat.size),
    device: stat.dev,
    inode: stat.ino,
    modifiedNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
  };
}

function lstatBig(path: string) {
  return lstatSync(path, { bigint: true });
}

async function openFile(path: string, how: keyof typeof flags): Promise<OpenFile> {
  const handle = await open(path, flags[how], 0o600);
  return {
    write: (bytes, offset, length) => handle.write(bytes, offset, length),
    read: (bytes, offset, length, position) => handle.read(bytes, offset, length, position),
    sync: () => handle.sync(),
    datasync: () => handle.datasync(),
    truncate: (bytes) => handle.truncate(bytes),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system orders renames by itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The real disk. Metadata calls are the synchronous ones: they take microseconds, where the
 * thread pool's queue takes tens of them; whatever waits for the disk is asynchronous.
 */
export const nodeFiles: FileOperations = {
  open: openFile,
  readFile: (path) => readFile(path),
  rename: (from, to) => rename(from, to),
  link: (existing, made) => link(existing, made),
  unlink: (path) => unlink(path),
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  makeFolder: (path) => mkdir(path, { recursive: true, mode: 0o700 }),
  names: async (folder) =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  stat: async (path) => toFileStat(statSync(path, { bigint: true })),
  lstat: async (path) => toFileStat(lstatBig(path)),
  realPath: async (path) => realpathSync.native(path),
  syncFolder,
};

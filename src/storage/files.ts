import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  fsync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { systemCodeOf } from "../errors/index.ts";

/** What the storage needs to know of a file. Times are nanoseconds since 1970. */
export interface FileStat {
  kind: "file" | "folder" | "link" | "other";
  /** Permission bits. */
  mode: number;
  bytes: number;
  device: bigint;
  inode: bigint;
  modifiedNs: bigint;
  changedNs: bigint;
  /** When it was made; 0 where the file system does not know. */
  bornNs: bigint;
}

/** What `look` tells of a file: Node's own record, so that ten thousand cost no more than they must. */
export interface FileLook {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  /** Kind and permission bits. */
  mode: number;
  size: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
}

/** An open file. `write` may take fewer bytes than it was given, as the system call does. */
export interface OpenFile {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  /** Puts bytes over those that are there; of a file opened to `change`. */
  overwrite(bytes: Uint8Array, position: number): Promise<void>;
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
  /**
   * `read` and `change`: must exist. `create`: must not exist. `append`: made if missing. A new file has mode 0600,
   * or the one given less the umask.
   */
  open(path: string, how: "read" | "create" | "append" | "change", mode?: number): Promise<OpenFile>;
  /** The whole file. Neither this nor `open` waits for a pipe or a device: these are refused. */
  readFile(path: string): Promise<Uint8Array>;
  /** Fills `bytes` from that place of a file on, and gives how many there were. Does not follow a link. */
  readPart(path: string, bytes: Uint8Array, position: number): Promise<number>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, made: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Sets the permission bits; follows a link. */
  chmod(path: string, mode: number): Promise<void>;
  removeTree(path: string): Promise<void>;
  /** Makes all missing folders (mode 0700, or the one given less the umask); the first one made, or undefined. */
  makeFolder(path: string, mode?: number): Promise<string | undefined>;
  names(folder: string): Promise<{ name: string; kind: FileStat["kind"] }[]>;
  stat(path: string): Promise<FileStat>;
  /** The names alone, of folders and links too. */
  bareNames(folder: string): string[];
  /** As `lstat`, at once and in numbers, which round times to a quarter of a microsecond; undefined where nothing is. */
  look(path: string): FileLook | undefined;
  /** Does not follow a link. */
  lstat(path: string): Promise<FileStat>;
  realPath(path: string): Promise<string>;
  /** Makes renames and removals in a folder durable. */
  syncFolder(folder: string): Promise<void>;
}

// A pipe in the place of a file would be waited for without end, and no timer runs meanwhile. Windows has no such flag.
const withoutWaiting = constants.O_NONBLOCK ?? 0;

const flags = {
  read: constants.O_RDONLY | withoutWaiting,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | withoutWaiting,
  change: constants.O_RDWR | withoutWaiting,
} as const;

/** Opens what is a file, or a folder, whose own refusal says what it is. */
function openRegular(path: string, how: number, mode?: number): number {
  const descriptor = openSync(path, how, mode);
  const stat = fstatSync(descriptor);
  if (stat.isFile() || stat.isDirectory()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error("it is a pipe or a device, not a file"), { code: "EFTYPE" });
}

function readWhole(path: string): Uint8Array {
  const descriptor = openRegular(path, flags.read);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

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
    mode: Number(stat.mode) & 0o777,
    bytes: Number(stat.size),
    device: stat.dev,
    inode: stat.ino,
    modifiedNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
    bornNs: stat.birthtimeNs,
  };
}

function lstatBig(path: string) {
  return lstatSync(path, { bigint: true });
}

const syncData = promisify(fdatasync);
const syncAll = promisify(fsync);

async function openFile(path: string, how: keyof typeof flags, mode = 0o600): Promise<OpenFile> {
  const descriptor = openRegular(path, flags[how], mode);
  return {
    write: async (bytes, offset, length) => ({ bytesWritten: writeSync(descriptor, bytes, offset, length) }),
    read: async (bytes, offset, length, position) => ({
      bytesRead: readSync(descriptor, bytes, offset, length, position),
    }),
    async overwrite(bytes, position) {
      for (let done = 0; done < bytes.length;)
        done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
    },
    sync: () => syncAll(descriptor),
    datasync: () => syncData(descriptor),
    truncate: async (bytes) => ftruncateSync(descriptor, bytes),
    size: async () => fstatSync(descriptor).size,
    close: async () => closeSync(descriptor),
  };
}

// Windows has no such flag, and links there need special rights.
const withoutLinks = flags.read | (constants.O_NOFOLLOW ?? 0);

function readPart(path: string, bytes: Uint8Array, position: number): number {
  const descriptor = openRegular(path, withoutLinks);
  try {
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, position + length);
    }
    return length;
  } finally {
    closeSync(descriptor);
  }
}

/** Node's own recursive form loops for ever where a file system refuses with ENOENT, as /proc does. */
function makeFolders(path: string, mode = 0o700): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) {
    missing.unshift(folder);
    if (dirname(folder) === folder) break;
  }
  let first: string | undefined;
  for (const folder of missing) if (makeOne(folder, mode)) first ??= folder;
  return first;
}

/** False when another process was quicker. */
function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST" && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system orders renames by itself.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    await syncAll(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The real disk. What is served from memory by the system (metadata, small reads and writes) is
 * called synchronously: it takes microseconds, where the thread pool's queue takes tens of them
 * for each call. What waits for the disk (fsync) never blocks the process.
 */
export const nodeFiles: FileOperations = {
  open: openFile,
  readFile: async (path) => readWhole(path),
  readPart: async (path, bytes, position) => readPart(path, bytes, position),
  rename: async (from, to) => renameSync(from, to),
  link: async (existing, made) => linkSync(existing, made),
  unlink: async (path) => unlinkSync(path),
  chmod: async (path, mode) => chmodSync(path, mode),
  removeTree: async (path) => rmSync(path, { recursive: true, force: true }),
  makeFolder: async (path, mode) => makeFolders(path, mode),
  names: async (folder) =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  stat: async (path) => toFileStat(statSync(path, { bigint: true })),
  bareNames: (folder) => readdirSync(folder),
  look: (path) => lstatSync(path, { throwIfNoEntry: false }),
  lstat: async (path) => toFileStat(lstatBig(path)),
  realPath: async (path) => realpathSync.native(path),
  syncFolder,
};

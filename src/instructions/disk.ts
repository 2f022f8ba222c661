import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type BigIntStats,
} from "node:fs";

/** What lies at a path; `other` is a device, a pipe or a socket. */
export interface DiskEntry {
  kind: "file" | "folder" | "link" | "other";
  bytes: number;
  device: bigint;
  /** 0 where the file system gives none. */
  inode: bigint;
}

/** A file that is open for reading. */
export interface OpenedFile {
  entry: DiskEntry;
  /** At most so many bytes from its beginning. */
  read(limit: number): Uint8Array;
  close(): void;
}

/** The looks at the disk that instruction files need. Absolute paths; failures carry the system's `code`. */
export interface InstructionDisk {
  realPath(path: string): string;
  /** Does not follow a link. */
  look(path: string): DiskEntry;
  /** Opens for reading; refuses a link as last part, and never waits for a pipe. */
  open(path: string): OpenedFile;
}

// Windows knows neither flag; there a link is found by the second look at the real path.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The real disk. Synchronous: a few microseconds each, and nothing can be done meanwhile. */
export const nodeDisk: InstructionDisk = {
  realPath: (path) => realpathSync.native(path),
  look: (path) => toEntry(lstatSync(path, { bigint: true })),
  open(path) {
    const descriptor = openSync(path, openFlags);
    return {
      entry: toEntry(fstatSync(descriptor, { bigint: true })),
      read: (limit) => readBeginning(descriptor, limit),
      close: () => closeSync(descriptor),
    };
  },
};

function toEntry(stats: BigIntStats): DiskEntry {
  return {
    kind: kindOf(stats),
    bytes: Number(stats.size),
    device: stats.dev,
    inode: stats.ino,
  };
}

function kindOf(stats: BigIntStats): DiskEntry["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

function readBeginning(descriptor: number, limit: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(limit);
  let filled = 0;
  while (filled < limit) {
    const count = readSync(descriptor, bytes, filled, limit - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

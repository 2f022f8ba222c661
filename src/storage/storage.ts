/**
 * The `Storage` port: the only door to what daybook keeps.
 *
 * A storage is opened over named roots. A path is `root/relative/path`, always with `/`:
 * `home` is the person's folder, `project` the private folder of the open project (its own
 * root, so that records keep their meaning when a moved project gets a new id), `shared`
 * the `.agent` folder of the current work tree.
 */
export type RootName = "home" | "project" | "shared";
/** A path below a root, with `/`: `home/memory/commit-prefix.md`. */
export type StoragePath = `${RootName}/${string}`;

/** Whose writer lock and history a change takes. Locked in the order given here. */
export type ScopeName = "user" | "project";
export const scopeOrder: readonly ScopeName[] = ["user", "project"];

/** What a file held when it was read, or that there was none. */
export type ReadResult =
  | {
      found: true;
      text: string;
      /** Opaque; equal exactly when the bytes are equal. */
      version: string;
      /** False when the bytes are not UTF-8: the text is for showing only and is never written back. */
      faithful: boolean;
    }
  | { found: false };

/** A file of a listed folder. */
export interface Entry {
  path: StoragePath;
  /** Last segment of the path. */
  name: string;
  bytes: number;
  /** Last change of the content, milliseconds since 1970. */
  modified: number;
  /** Opaque; changes with the content. */
  stamp: string;
  /** False for what changed so recently that one stamp could stand for two contents: read it again. */
  settled: boolean;
  /** It is a link to a file inside the root, not a file of this folder. */
  linked?: true;
}

/** The files of a folder without an object for each, for whoever compares ten thousand with what they were before. */
export interface FolderStamps {
  /** As `names` gives them. */
  names: string[];
  /** `stampWidth` numbers a file, in the order of the names: what `Entry.stamp` says, as opaque. */
  stamps: Float64Array;
  bytes: Float64Array;
  /** Last change of each file's content, milliseconds since 1970. */
  modified: Float64Array;
  /** 1 or 0, as `Entry.settled`. */
  settled: Uint8Array;
}

/** Numbers in the stamp of one file. */
export const stampWidth = 4;

/** What a person reads in `daybook log`, and what `undo` needs. */
export interface HistoryEntry {
  op: "create" | "update" | "delete" | "undo" | "move";
  /** The memory's scope after the operation (before it, for a delete). */
  scope: ScopeName;
  slug: string;
  /** Who: `user`, `agent`, `extracted`, `imported`. */
  by: string;
  session?: string;
  /** For `undo`: the id of the record it takes back. */
  undoes?: string;
  /** Of a change that must not be made twice: what it is known by. */
  key?: string;
}

/** One file's part in a change: its whole text before and after, `null` where there was no file. */
export interface FileChange {
  path: StoragePath;
  before: string | null;
  after: string | null;
  /** What is taken out must not be kept. */
  withheld?: boolean;
}

export interface HistoryRecord {
  id: string;
  /** ISO time. */
  ts: string;
  scopes: readonly ScopeName[];
  /** The `shared` root that the change wrote to, where it did: another work tree has another one. */
  shared?: string;
  /** Absent for changes that are no memory's (trust, settings of a project). */
  entry?: HistoryEntry;
  /**
   * How each file changed. Long texts are kept as the part that differs; `apply` and
   * `revert` in `journal.ts` give the whole text back from the other side.
   */
  changes: readonly JournalChange[];
}

/** A `FileChange` as the journal holds it. Fingerprints tell before from after without the texts. */
export interface JournalChange {
  path: StoragePath;
  before: string | null;
  after: string | null;
  /** The one stretch that differs, as UTF-16 offsets into the text before. */
  splice: JournalSplice;
}

export interface JournalSplice {
  at: number;
  /** Empty when withheld. */
  removed: string;
  inserted: string;
  /** How many UTF-16 units were removed, where the history must not keep them: the change cannot be reverted. */
  withheld?: number;
}

/** What the work of a change reads and writes through; all of it happens, or nothing. */
export interface Transaction {
  /** Sees the writes of this transaction. */
  read(path: StoragePath): Promise<ReadResult>;
  list(folder: StoragePath | RootName): Promise<Entry[]>;
  /** As `Storage.names`; without the writes of this transaction. */
  names(folder: StoragePath | RootName): Promise<string[]>;
  write(path: StoragePath, text: string): void;
  remove(path: StoragePath): void;
  move(from: StoragePath, to: StoragePath): Promise<void>;
  /** Keeps what this change takes out of a file out of the history: it held a secret. The change is then not revertible. */
  withhold(path: StoragePath): void;
  /** Names the change in the history. At most once. */
  describe(entry: HistoryEntry): void;
}

/** What the storage did or met on its own while it opened a scope for writing. */
export interface RecoveryReport {
  /** Steps of a killed writer that were completed: their history ids. */
  completed: string[];
  /** Files such a step wanted to change, but a person had edited: left as they are. */
  kept: StoragePath[];
}

export interface Changed<T> {
  value: T;
  /** Id of the history record; absent when nothing changed. */
  id?: string;
  recovered: RecoveryReport;
}

export interface Log {
  /** Adds one line, or several at once (no `\n` inside), and resolves when all are durable. On failure none is there. */
  append(lines: string | readonly string[]): Promise<void>;
  readonly bytes: number;
  close(): Promise<void>;
}

export type OpenedLog = { busy: false; log: Log } | { busy: true; holder: string };

/** Reads parts of many files of one folder. */
export interface FolderReader {
  /**
   * Bytes from `from` up to `to` or the end of the file; none of a missing one. Links are never followed.
   * Valid until the next read: whoever keeps them copies them.
   */
  read(name: string, from: number, to: number): Promise<Uint8Array>;
}

/** Why a log was not moved or removed; `changed`: it is no longer what its stamp says. */
export type LogOutcome = "done" | "busy" | "missing" | "changed" | "exists";

/** What of a file is streamed, and how. */
export interface StreamRange {
  /** Byte, inclusive. */
  from?: number;
  /** Byte, exclusive. */
  to?: number;
  /** A chunk is valid only until the next is asked for: a long file is read in the memory of one chunk. */
  isPassing?: boolean;
}

/** What becomes of a record: it stays; only its id, time and scopes stay; it loses what is named here. */
export type PurgeVerdict =
  | "keep"
  | "purge"
  | {
      /** The texts of these files. */
      withhold: ReadonlySet<StoragePath>;
      /** In which session the change was made. */
      losesSession?: boolean;
    };

/** What goes out of a history for good. */
export interface HistoryPurge {
  judge(record: HistoryRecord): PurgeVerdict;
  /** Asked of what is no record, as a torn line. */
  isUnreadableGone(line: string): boolean;
}

/** Where files of memory lie: the port that adapters fill, held to `storageContract`. */
export interface Storage {
  read(path: StoragePath): Promise<ReadResult>;
  /** Bytes of a range, of the whole file when none is given. A missing file is an empty stream. */
  stream(path: StoragePath, range?: StreamRange): AsyncIterable<Uint8Array>;
  /** Bytes of a file; null when there is none. */
  size(path: StoragePath): Promise<number | null>;
  /** The files directly in a folder, sorted by name; a missing folder has none. Leftovers are left out. */
  list(folder: StoragePath | RootName): Promise<Entry[]>;
  /** The names that `list` gives, without looking at the files: one call for a folder of thousands. */
  names(folder: StoragePath | RootName): Promise<string[]>;
  /** What `list` tells of change, at hardly more than the system's own cost. */
  stamps(folder: StoragePath | RootName): Promise<FolderStamps>;
  /** For who reads a part of each of thousands of files. */
  openFolder(folder: StoragePath | RootName): Promise<FolderReader>;
  /**
   * Runs `work` as the only writer of `scopes`, then applies all it wrote, or nothing.
   * `work` may run again when a person edited a file meanwhile: it must only read and write through `tx`.
   * Fails with `locked`, `no-space`, `io`, `unsafe-path`, `unreadable`; the old files are then whole.
   */
  change<T>(scopes: readonly ScopeName[], work: (tx: Transaction) => Promise<T>): Promise<Changed<T>>;
  /** The history of a scope, newest first. Unreadable lines are passed over. */
  history(scope: ScopeName): AsyncIterable<HistoryRecord>;
  /**
   * Takes texts out of a history for good, as one whole new file; gives how many of its lines changed. A record
   * without texts stays in its place, so that the others keep their meaning. Fails as `change` does.
   */
  purgeHistory(scope: ScopeName, purge: HistoryPurge): Promise<number>;
  /** An append-only log with one writer at a time. */
  openLog(path: StoragePath): Promise<OpenedLog>;
  /**
   * Moves a log that nobody writes, durably and as it is; nothing is overwritten. With `stamp` only if it still is
   * what `list` told. The histories do not know of it.
   */
  moveLog(from: StoragePath, to: StoragePath, expected?: { stamp?: string }): Promise<LogOutcome>;
  /** Deletes a log that nobody writes, for good. */
  removeLog(path: StoragePath, expected?: { stamp?: string }): Promise<LogOutcome>;
  /**
   * Adds one line (no `\n` inside) to a file that many processes add to at once. Lines never mix; a power cut may
   * lose the newest. A file of `setAsideAt` bytes or more is then renamed to `<path>.old`, in place of an earlier one.
   */
  appendLine(path: StoragePath, line: string, limits: { setAsideAt: number }): Promise<void>;
  /** Puts blanks over lines of such a file, while others may add to it; gives how many. A missing file has none. */
  blankLines(path: StoragePath, isGone: (line: string) => boolean): Promise<number>;
  /** Where a person finds it: an absolute path, or a name that means as much. */
  locate(path: StoragePath): string;
  /** Whether the storage was opened with this root. */
  has(root: RootName): boolean;
}

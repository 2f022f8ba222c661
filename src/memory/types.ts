import type { ScopeName, StoragePath } from "../storage/index.ts";

/** The closed set of memory types. */
export const memoryTypes = ["user", "feedback", "project", "reference"] as const;
/** What a memory is about: one of `memoryTypes`. */
export type MemoryType = (typeof memoryTypes)[number];

/** Who wrote a memory. Set by the program, never by the model. */
export const sources = ["user", "agent", "extracted", "imported"] as const;
/** One of `sources`. */
export type Source = (typeof sources)[number];

/** Whose memory it is: the person's, through every project, or a project's. */
export type Scope = ScopeName;

/** The file's part of a memory, as read: tolerant, so any field may be empty. */
export interface MemoryHeader {
  name: string;
  description: string;
  /** `unknown` for anything outside the four; the file keeps what it says. */
  type: MemoryType | "unknown";
  /** ISO time, or null where the header has none. */
  modified: string | null;
  source: Source | null;
  session: string | null;
}

/** One memory as it lies on disk. Its id is `scope/slug`. */
export interface Memory extends MemoryHeader {
  id: string;
  slug: string;
  scope: Scope;
  path: StoragePath;
  /** Absolute, for people. */
  file: string;
  body: string;
  version: string;
  /** What the reader had to work around, e.g. `line 3: not valid YAML, read line by line`. */
  problems: string[];
}

/** Makes a change at most once, also when a kill came between the change and the word that it was made. */
export interface Once {
  /** What the change is known by, in all processes. */
  key: string;
  /** Before this it cannot have been made. */
  since: Date;
  /** Only a change that still stands counts: it was not undone, and its memory not deleted, or made again, since. */
  standing?: true;
}

/** A memory to keep, as a caller words it: checked by the save. */
export interface SaveInput {
  /** Required for a new memory; an update may leave it out when `slug` names the memory. */
  name?: string;
  description?: string;
  type?: string;
  body?: string;
  scope?: string;
  slug?: string;
  source: Source;
  session?: string;
  /** The caller's view of the memory: a save onto another version is a conflict. */
  version?: string;
  /** A memory that is there already, under this very name, is a conflict. */
  isNew?: true;
  once?: Once;
}

/** Where a memory is kept, and what the person should know of it. */
export interface SaveResult {
  id: string;
  slug: string;
  scope: Scope;
  /** Absolute path of the file. */
  path: string;
  action: "created" | "updated";
  /** For the person and the model: near a limit, moved to the front, cut line. */
  notes: string[];
  /** It was made before, as `once` asks: nothing was written now. */
  already?: true;
}

/** What was removed, and what the person should know of it. */
export interface DeleteResult {
  id: string;
  slug: string;
  scope: Scope;
  path: string;
  name: string;
  notes: string[];
  /** As of a save. */
  already?: true;
}

/** Who deletes a memory, and how. */
export interface RemoveWish {
  source: Source;
  session?: string;
  scope?: string;
  /** The caller's view of the memory: deleting another version is a conflict. */
  version?: string;
  once?: Once;
}

/** What was taken back, or why nothing was. */
export type UndoResult =
  | {
      undone: true;
      op: string;
      id: string;
      scope: Scope;
      slug: string;
      path: string;
      notes: string[];
      /** It was only passed over, as asked: its files stay as they are. */
      skipped?: true;
    }
  /** `not-found`: there is nothing to undo; `conflict`: undoing would lose later work. */
  | { undone: false; code: "not-found" | "conflict"; reason: string };

/** One change of memory, as the log shows it. */
export interface LogLine {
  op: "create" | "update" | "delete" | "undo" | "move";
  ts: string;
  scope: Scope;
  slug: string;
  by: string;
}

/** Where index and files disagree, per scope. */
export interface Drift {
  scope: Scope;
  folder: StoragePath;
  /** File names with no entry line. */
  filesWithoutLine: string[];
  /** File names of entry lines that point to nothing. */
  linesWithoutFile: string[];
}

/** One index as a session sees it. */
export interface IndexView {
  scope: Scope;
  /** The folders it was made of, absolute, for the guide. */
  folders: string[];
  text: string;
  /** Memories whose line is inside the loaded part. */
  loaded: number;
  total: number;
  /** What of the index counts against its limits, also what was left out for them. */
  lines: number;
  bytes: number;
  /** Present when lines were left out: the sentence that also stands in the text. */
  cut: string | null;
}

/** Why and how an index was reduced, and what is held: sentences for the person. */
export interface LoadedIndexes {
  /** `user`, then `project` (shared and private together); always both where a project is open. */
  views: IndexView[];
  drift: Drift[];
  notices: string[];
}

/** A memory as a list shows it; `problems` and `version` help the person and the caller. */
export type ListedMemory = Omit<Memory, "body">;

/** All memories there are, and what could not be read. */
export interface MemoryList {
  /** Sorted by scope (user first), then newest first, then slug. */
  memories: ListedMemory[];
  /** Files that could not be read as memories, held shared memories: sentences for the person. */
  notices: string[];
}

/**
 * Memories of the person and of the open project. A *reference* is a slug or an id `scope/slug`.
 * Every method that names a memory fails with `not-found` (the message names near ones) or
 * `ambiguous` (the message names both ids); writes may fail as `Storage.change` does, with
 * `invalid`, `secret`, `conflict` or `untrusted`.
 */
export interface MemoryStore {
  save(input: SaveInput): Promise<SaveResult>;
  remove(reference: string, by: RemoveWish): Promise<DeleteResult>;
  read(reference: string, options?: { scope?: string }): Promise<Memory>;
  list(): Promise<MemoryList>;
  /**
   * Takes back the newest change not yet undone, in either scope. `skip` passes over it instead: files stay
   * as they are, and the next undo goes on with the change before.
   */
  undo(by: { source: Source; session?: string; skip?: boolean }): Promise<UndoResult>;
  /** Newest first. */
  log(options?: { limit?: number }): Promise<LogLine[]>;
  indexes(): Promise<LoadedIndexes>;
}

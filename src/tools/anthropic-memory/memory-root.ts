import type { EditedText, TextChange } from "./edit-text.ts";
import type { MemoryPath } from "./memory-path.ts";

/** What is in one place. */
export type Looked = LookedFile | LookedFolder | { kind: "missing"; hint?: string };

export interface LookedFile {
  kind: "file";
  text: string;
  /** False where the bytes are not UTF-8: the text is for showing only. */
  isText: boolean;
}

export interface LookedFolder {
  kind: "folder";
  bytes: number;
  /** Two levels deep, each folder before what is in it, sorted by code unit; no hidden ones. */
  entries: ListedEntry[];
}

export interface ListedEntry {
  /** From the folder on, with `/`. */
  path: string;
  bytes: number;
  isFolder: boolean;
}

/**
 * What stands behind `/memories`: a folder, or memories of daybook. Paths were read by their letters; a root looks
 * at the disk. Every refusal is a `DaybookError` whose sentence is for the model; of what a root refuses nothing is
 * changed, and what it changed is durable. No secret gets in: contents and names pass the gate.
 */
export interface MemoryRoot {
  look(path: MemoryPath): Promise<Looked>;
  /** Makes a file and its folders; fails where something is. */
  create(path: MemoryPath, text: string): Promise<void>;
  /** Reads, changes and writes one file with no other writer between; gives the text as it is now. */
  edit(path: MemoryPath, change: (file: EditedText) => TextChange): Promise<TextChange>;
  /** Removes a file, or a folder with all that is in it. */
  remove(path: MemoryPath): Promise<void>;
  /** Moves a file or a folder; fails where something is at the destination. */
  rename(from: MemoryPath, to: MemoryPath): Promise<void>;
}

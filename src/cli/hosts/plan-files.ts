import type { HostFile } from "./hosts.ts";
import { assertHostFileWritable, readHostFile, type HostFileState } from "./host-file-state.ts";

/** What is to become of one file. */
export interface PlannedFile {
  /** As the host knows it; what is written may lie behind a link. */
  path: string;
  state: HostFileState;
  action: "create" | "change" | "remove" | "none";
  /** Null where no file is to be. */
  after: string | null;
  /** What the backup beside it is to hold; null for none, undefined where it stays as it is. */
  backup: string | null | undefined;
}

/** Where the text of a file before setup is kept until setup is undone. */
export function backupOf(path: string): string {
  return `${path}.before-daybook`;
}

/** Plans all files of a host before any is written. Fails as reading and the editors do. */
export function planFiles(files: readonly HostFile[], { undo }: { undo: boolean }): PlannedFile[] {
  const plan = files.map((file) => (undo ? planRemoval(file) : planAddition(file)));
  for (const { path, state, action } of plan) if (action !== "none") assertHostFileWritable(path, state);
  return plan;
}

function planAddition({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  if (editor.isDone(text)) return { path, state, action: "none", after: text, backup: undefined };
  // What an older setup wrote goes first: it may name a daybook that is no more.
  const base =
    text !== null && editor.has(text) ? editor.remove(text, readHostFile(backupOf(path)).text) : text;
  const after = editor.add(base);
  return { path, state, action: text === null ? "create" : "change", after, backup: base };
}

function planRemoval({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  if (text === null || !editor.has(text))
    return { path, state, action: "none", after: text, backup: undefined };
  const after = editor.remove(text, readHostFile(backupOf(path)).text);
  return { path, state, action: after === null ? "remove" : "change", after, backup: null };
}

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
  const plan = undo
    ? files.flatMap((file) => [
        planRemoval(file),
        ...(file.elsewhere ?? []).map(planRemoval).filter((planned) => !isIdle([planned])),
      ])
    : files.map((file) => planAddition([file, ...(file.elsewhere ?? [])].find(isInUse) ?? file));
  for (const { path, state, action } of plan) if (action !== "none") assertHostFileWritable(path, state);
  return plan;
}

function isInUse({ path, editor }: HostFile): boolean {
  return editor.has(readHostFile(path).text);
}

function planAddition({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  if (editor.isDone(text)) return { path, state, action: "none", after: text, backup: undefined };
  // What an older setup wrote is brought up to date; as the file was before all of it is kept already.
  const backup = text !== null && editor.has(text) ? undefined : text;
  return { path, state, action: text === null ? "create" : "change", after: editor.add(text), backup };
}

function planRemoval({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  const kept = readHostFile(backupOf(path)).text;
  if (text === null || !editor.has(text)) {
    // Whoever took daybook out by hand has no use for the copy either.
    return { path, state, action: "none", after: text, backup: kept === null ? undefined : null };
  }
  const after = editor.remove(text, kept);
  return { path, state, action: after === null ? "remove" : "change", after, backup: null };
}

/** Whether there is nothing to do. */
export function isIdle(plan: readonly PlannedFile[]): boolean {
  return plan.every(({ action, backup }) => action === "none" && backup !== null);
}

import { assertHostFileWritable, isLink, readHostFile, type HostFileState } from "./host-file-state.ts";
import type { FileEditor } from "./file-editor.ts";
import type { HostFile } from "./hosts.ts";
import { earlierCopyOf, keptCopiesOf, type KeptCopy } from "./kept-copy.ts";
import { markText, marksToMake, marksToTake } from "./made-folders.ts";

/** What is to become of one file. */
export interface PlannedFile {
  /** As the host knows it; what is written may lie behind a link. */
  path: string;
  state: HostFileState;
  action: "create" | "change" | "remove" | "none";
  /** Null where no file is to be. */
  after: string | null;
  /** What is to be kept as a copy beside it. */
  copy?: string;
  /** Copies that go, since what they were kept for is over. */
  stale: readonly string[];
  /** What may be such a copy of an earlier daybook's and may be the person's own: it stays. */
  doubtful?: string;
}

/** Plans all files of a host before any is written. Fails as reading and the editors do. */
export function planFiles(
  files: readonly HostFile[],
  { undo, userHome }: { undo: boolean; userHome: string },
): PlannedFile[] {
  const plan = undo
    ? files.flatMap((file) => [
        planRemoval(file),
        ...(file.elsewhere ?? []).map(planRemoval).filter((planned) => !isIdle([planned])),
      ])
    : files.map((file) => planAddition([file, ...(file.elsewhere ?? [])].find(isInUse) ?? file));
  for (const { path, state, action } of plan) if (action !== "none") assertHostFileWritable(path, state);
  return [...plan, ...planMarks(plan, { undo, userHome })];
}

function planMarks(
  plan: readonly PlannedFile[],
  { undo, userHome }: { undo: boolean; userHome: string },
): PlannedFile[] {
  const touched = undo ? plan : plan.filter(({ action }) => action === "create");
  // What a link leads to may need folders too.
  const places = touched.flatMap(({ path, state }) => (isLink(path) ? [path, state.target] : [path]));
  const marks = (undo ? marksToTake(places) : marksToMake(places, userHome)).map((path): PlannedFile => ({
    path,
    state: readHostFile(path),
    action: undo ? "remove" : "create",
    after: undo ? null : markText,
    stale: [],
  }));
  // A folder may be met under two names.
  return [...new Map(marks.map((mark) => [mark.state.target, mark])).values()];
}

function isInUse({ path, editor }: HostFile): boolean {
  return editor.has(readHostFile(path).text);
}

function planAddition({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  if (editor.isDone(text)) return { path, state, action: "none", after: text, stale: [] };
  const after = editor.add(text);
  const copies = keptCopiesOf(path);
  if (text === null) return { path, state, action: "create", after, stale: copies.map((copy) => copy.path) };
  // What an older setup wrote is brought up to date; as the file was before all of it is kept already.
  if (editor.has(text)) return { path, state, action: "change", after, stale: [] };
  const stale = copies.filter((copy) => copy.text !== text).map((copy) => copy.path);
  return { path, state, action: "change", after, copy: text, stale };
}

function planRemoval({ path, editor }: HostFile): PlannedFile {
  const state = readHostFile(path);
  const { text } = state;
  const copies = keptCopiesOf(path);
  // Whoever took daybook out by hand has no use for the copy either.
  const stale = copies.map((copy) => copy.path);
  if (text === null || !editor.has(text)) return { path, state, action: "none", after: text, stale };
  const earlier = copies.length === 0 ? earlierCopyOf(path) : undefined;
  const isOurs = earlier !== undefined && isOriginal(earlier, text, editor);
  const after = editor.remove(text, (isOurs ? earlier : copies[0])?.text ?? null);
  return {
    path,
    state,
    action: after === null ? "remove" : "change",
    after,
    stale: isOurs ? [earlier.path] : stale,
    ...(earlier !== undefined && !isOurs && { doubtful: earlier.path }),
  };
}

/** Whether taking daybook out gives back this very text: then nothing is lost with the copy, whoever made it. */
function isOriginal(copy: KeptCopy, text: string, editor: FileEditor): boolean {
  try {
    return editor.remove(text, copy.text) === copy.text;
  } catch {
    return false;
  }
}

/** Whether there is nothing to do. */
export function isIdle(plan: readonly PlannedFile[]): boolean {
  return plan.every(({ action, stale }) => action === "none" && stale.length === 0);
}

import { join } from "node:path";

import { replaceFile } from "./commit.ts";
import type { FileLayout } from "./file-layout.ts";
import { readText } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import { appendMark, appendRecord, journalFromEnd, lastLine } from "./journal-file.ts";
import { applyChange, isAt, revertChange } from "./journal.ts";
import type { JournalRecord } from "./journal.ts";
import type { JournalChange, RecoveryReport, ScopeName, StoragePath } from "./storage.ts";

/**
 * Completing the step of a killed writer. A record goes into the histories of its scopes in
 * lock order, and so do the marks that it is done. A step is unfinished in a scope when its
 * record is the last line there; a scope that a killed writer did not reach gets the record now.
 */

/** What is to be done with one file of an unfinished step. */
export type RecoveryAction =
  | { do: "nothing" }
  | { do: "replace"; text: string | null }
  /** A person edited the file meanwhile: theirs stays, and it is reported. */
  | { do: "keep" };

/** Decides from the journal and the file's present text alone; `undefined` stands for bytes that are no text. */
export function planRecovery(
  change: JournalChange,
  current: string | null | undefined,
  side: "before" | "after" = "after",
): RecoveryAction {
  if (current === undefined) return { do: "keep" };
  if (isAt(change[side], current)) return { do: "nothing" };
  const moved = side === "after" ? applyChange(change, current) : revertChange(change, current);
  return moved.matches ? { do: "replace", text: moved.text } : { do: "keep" };
}

/** A step whose mark is missing, and in which of the looked-at histories it is the last. */
export interface UnfinishedStep {
  record: JournalRecord;
  foundIn: ScopeName[];
}

/** The unfinished steps of the given scopes; a step of two scopes is there once. */
export async function findUnfinished(
  files: FileOperations,
  layout: FileLayout,
  scopes: readonly ScopeName[],
): Promise<UnfinishedStep[]> {
  const found = new Map<string, UnfinishedStep>();
  for (const scope of scopes) {
    const last = await lastLine(files, layout.journalOf(scope));
    if (last?.kind !== "record") continue;
    const { record } = last;
    found.set(record.id, { record, foundIn: [...(found.get(record.id)?.foundIn ?? []), scope] });
  }
  return [...found.values()];
}

/** Whether a step's project is the open one: by its id, or because that project's own history says so (ids change with a move). */
export function isOwnProject(layout: FileLayout, { record, foundIn }: UnfinishedStep): boolean {
  return (
    !record.scopes.includes("project") || record.project === layout.projectName || foundIn.includes("project")
  );
}

/**
 * Completes the given steps; the locks of all their scopes that are open here must be held. A step that cannot
 * be completed as a whole, because the project or work tree of its other half is gone, is taken back instead:
 * nobody was told that it happened, and half of a move would lose the memory.
 */
export async function completeSteps(
  files: FileOperations,
  layout: FileLayout,
  steps: readonly UnfinishedStep[],
): Promise<RecoveryReport> {
  const report: RecoveryReport = { completed: [], kept: [] };
  for (const step of steps) {
    const { record } = step;
    const open = record.scopes.filter((scope) => scope === "user" || isOwnProject(layout, step));
    const states = await Promise.all(open.map((scope) => stateIn(files, layout.journalOf(scope), record.id)));
    const parts = await partsOf(files, layout, step);
    const isWhole =
      open.length === record.scopes.length &&
      parts.every(({ place }) => place !== undefined) &&
      !states.includes("dropped");
    // Marks come after all files: a scope that has one says that the whole step was applied.
    if (isWhole || states.includes("done")) {
      for (const [at, scope] of open.entries()) {
        if (states[at] === "unknown") await addRecord(files, layout.journalOf(scope), record);
      }
      const unfinished = open.filter((_, at) => states[at] !== "done");
      report.kept.push(
        ...(await moveParts(
          files,
          parts.filter(({ scope }) => unfinished.includes(scope)),
          "after",
        )),
      );
      for (const scope of unfinished) await appendMark(files, layout.journalOf(scope), { done: record.id });
      report.completed.push(record.id);
    } else {
      report.kept.push(...(await moveParts(files, parts, "before")));
      for (const [at, scope] of open.entries()) {
        if (states[at] === "last") await appendMark(files, layout.journalOf(scope), { dropped: record.id });
      }
    }
  }
  return report;
}

/** What a history says of a step: its record is the last line, was applied, was taken back, or never got there. */
async function stateIn(
  files: FileOperations,
  journal: string,
  id: string,
): Promise<"last" | "done" | "dropped" | "unknown"> {
  let isLast = true;
  for await (const line of journalFromEnd(files, journal)) {
    if (line.kind === "dropped" && line.id === id) return "dropped";
    if (line.kind === "record" && line.record.id === id) return isLast ? "last" : "done";
    isLast = false;
  }
  return "unknown";
}

async function addRecord(files: FileOperations, journal: string, record: JournalRecord): Promise<void> {
  const appended = await appendRecord(files, journal, record);
  try {
    await appended.settle();
  } finally {
    await appended.close();
  }
}

/** One file of a step, and where it lies now; no place when its root is gone. */
interface StepPart {
  change: JournalChange;
  scope: ScopeName;
  place: Place | undefined;
}

async function partsOf(files: FileOperations, layout: FileLayout, step: UnfinishedStep): Promise<StepPart[]> {
  const shared = await sharedRoot(files, layout, step);
  return step.record.changes.map((change): StepPart => {
    if (change.path.startsWith("home/")) return { change, scope: "user", place: layout.placeOf(change.path) };
    const place = isOwnProject(layout, step) ? placeInProject(layout, change.path, shared) : undefined;
    return { change, scope: "project", place };
  });
}

function placeInProject(
  layout: FileLayout,
  path: StoragePath,
  shared: string | undefined,
): Place | undefined {
  if (!path.startsWith("shared/")) return layout.placeOf(path);
  if (shared === undefined) return undefined;
  return { path, absolute: join(shared, path.slice("shared/".length)), rootFolder: shared };
}

/** The work tree's shared folder that the step was made in; where it is gone, the project moved here with it. */
async function sharedRoot(
  files: FileOperations,
  layout: FileLayout,
  { record }: UnfinishedStep,
): Promise<string | undefined> {
  for (const folder of [record.shared, layout.folders.shared]) {
    if (folder !== undefined && (await isFolder(files, folder))) return folder;
  }
  return undefined;
}

async function isFolder(files: FileOperations, path: string): Promise<boolean> {
  try {
    return (await files.stat(path)).kind === "folder";
  } catch {
    return false;
  }
}

/** Brings the files of a step to one side of it; gives those that a person had edited. */
async function moveParts(
  files: FileOperations,
  parts: readonly StepPart[],
  side: "before" | "after",
): Promise<StoragePath[]> {
  const kept: StoragePath[] = [];
  for (const { change, place } of parts) {
    if (place === undefined) continue;
    const now = await readText(files, place);
    const action = planRecovery(change, now.found ? (now.faithful ? now.text : undefined) : null, side);
    if (action.do === "keep") kept.push(change.path);
    if (action.do !== "replace") continue;
    await replaceFile(files, place, action.text === null ? null : Buffer.from(action.text));
  }
  return kept;
}

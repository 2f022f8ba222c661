import { replaceFile } from "./commit.ts";
import type { FileLayout } from "./file-layout.ts";
import { readText } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import { appendDone, appendRecord, lastLine, recordsFromEnd } from "./journal-file.ts";
import { applyChange, isAt } from "./journal.ts";
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
export function planRecovery(change: JournalChange, current: string | null | undefined): RecoveryAction {
  if (current === undefined) return { do: "keep" };
  if (isAt(change.after, current)) return { do: "nothing" };
  const applied = applyChange(change, current);
  return applied.matches ? { do: "replace", text: applied.text } : { do: "keep" };
}

/** The unfinished steps of the given scopes; a step of two scopes is there once. */
export async function findUnfinished(
  files: FileOperations,
  layout: FileLayout,
  scopes: readonly ScopeName[],
): Promise<JournalRecord[]> {
  const found = new Map<string, JournalRecord>();
  for (const scope of scopes) {
    const last = await lastLine(files, layout.journalOf(scope));
    if (last?.kind === "record") found.set(last.record.id, last.record);
  }
  return [...found.values()];
}

/** Completes the given steps; the locks of all their scopes that are open here must be held. */
export async function completeSteps(
  files: FileOperations,
  layout: FileLayout,
  records: readonly JournalRecord[],
): Promise<RecoveryReport> {
  const report: RecoveryReport = { completed: [], kept: [] };
  for (const record of records) {
    const scopes = await scopesToComplete(files, layout, record);
    for (const change of record.changes) {
      if (scopes.includes(scopeOf(change.path))) {
        if (!(await completeFile(files, placeIn(layout, record, change.path), change)))
          report.kept.push(change.path);
      }
    }
    for (const scope of scopes) await appendDone(files, layout.journalOf(scope), record.id);
    report.completed.push(record.id);
  }
  return report;
}

/** Scopes of the record, open here, that have not applied it; those it never reached get the record first. */
async function scopesToComplete(
  files: FileOperations,
  layout: FileLayout,
  record: JournalRecord,
): Promise<ScopeName[]> {
  const unfinished: ScopeName[] = [];
  for (const scope of record.scopes) {
    if (scope === "project" && !isOwnProject(layout, record)) continue;
    const journal = layout.journalOf(scope);
    const last = await lastLine(files, journal);
    if (last?.kind === "record" && last.record.id === record.id) unfinished.push(scope);
    else if (!(await holdsRecord(files, journal, record.id))) {
      const appended = await appendRecord(files, journal, record);
      await appended.settle();
      await appended.close();
      unfinished.push(scope);
    }
  }
  return unfinished;
}

/** Whether a step belongs to the project that is open (a step of one scope always does: its history says so). */
export function isOwnProject(layout: FileLayout, record: JournalRecord): boolean {
  return record.scopes.length === 1 || record.project === layout.projectName;
}

async function holdsRecord(files: FileOperations, journal: string, id: string): Promise<boolean> {
  let looked = 0;
  for await (const record of recordsFromEnd(files, journal)) {
    if (record.id === id) return true;
    if ((looked += 1) >= 200) return false;
  }
  return false;
}

function scopeOf(path: StoragePath): ScopeName {
  return path.startsWith("home/") ? "user" : "project";
}

/** The shared folder is that of the work tree the step was made in, which need not be the present one. */
function placeIn(layout: FileLayout, record: JournalRecord, path: StoragePath): Place | undefined {
  if (!path.startsWith("shared/") || record.shared === layout.folders.shared) return layout.placeOf(path);
  if (record.shared === undefined) return undefined;
  const rest = path.slice("shared/".length);
  return { path, absolute: `${record.shared}/${rest}`, rootFolder: record.shared };
}

/** False when the file was left to the person who edited it, or its folder is gone. */
async function completeFile(
  files: FileOperations,
  place: Place | undefined,
  change: JournalChange,
): Promise<boolean> {
  if (!place || !(await hasRoot(files, place))) return false;
  const now = await readText(files, place);
  const action = planRecovery(change, now.found ? (now.faithful ? now.text : undefined) : null);
  if (action.do === "replace") {
    await replaceFile(files, place, action.text === null ? null : Buffer.from(action.text));
  }
  return action.do !== "keep";
}

/** A work tree that was removed is not made again. The home and project folders are daybook's own. */
async function hasRoot(files: FileOperations, place: Place): Promise<boolean> {
  if (!place.path.startsWith("shared/")) return true;
  try {
    return (await files.stat(place.rootFolder)).kind === "folder";
  } catch {
    return false;
  }
}

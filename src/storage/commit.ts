import { dirname } from "node:path";

import { isMissing, toStorageError } from "./faults.ts";
import { readText } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import { appendRecord } from "./journal-file.ts";
import type { AppendedRecord } from "./journal-file.ts";
import type { JournalRecord } from "./journal.ts";
import { makeFolderDurable, quietly, stageFile } from "./whole-file.ts";

/** One file of a step: what it must still hold, and what it shall hold. */
export interface StepFile {
  place: Place;
  before: string | null;
  after: string | null;
}

export interface Step {
  files: FileOperations;
  /** Absolute paths of the histories that get the record. */
  journals: readonly string[];
  record: JournalRecord;
  steps: readonly StepFile[];
}

interface StagedFile extends StepFile {
  /** Absolute path that is replaced: the target of a link, if the place is one. */
  target: string;
  temporary: string | null;
}

/**
 * One journalled step. All new contents are on the disk beside their places before the journal
 * names the step, so a full disk is met while nothing has changed; after the journal's
 * `fdatasync` a kill at any moment leaves either the step or what completes it. Gives `edited`
 * when a file no longer holds what the step was made from; everything is then as it was found.
 */
export async function commitStep(step: Step): Promise<"applied" | "edited"> {
  const staged: StagedFile[] = [];
  try {
    for (const file of step.steps) staged.push(await stage(step.files, file));
    for (const file of staged) if (!(await isUnchanged(step.files, file))) return "edited";
    return await writeAhead(step, staged);
  } catch (error) {
    throw toStorageError(error, `write ${nameOf(step)}`, " Nothing was changed.");
  } finally {
    for (const { temporary } of staged) if (temporary) await quietly(() => step.files.unlink(temporary));
  }
}

function nameOf({ steps }: Step): string {
  return steps[0]?.place.absolute ?? "the change";
}

async function stage(files: FileOperations, file: StepFile): Promise<StagedFile> {
  const target = await followLink(files, file.place.absolute);
  if (file.after === null) return { ...file, target, temporary: null };
  await makeFolderDurable(files, dirname(target));
  return { ...file, target, temporary: await stageFile(files, { target, content: file.after }) };
}

/** A link inside the root is a person's arrangement: its target is edited and the link stays. */
async function followLink(files: FileOperations, absolute: string): Promise<string> {
  try {
    return (await files.lstat(absolute)).kind === "link" ? await files.realPath(absolute) : absolute;
  } catch (error) {
    if (isMissing(error)) return absolute;
    throw error;
  }
}

/** Whether a place holds exactly `before`. */
async function isUnchanged(
  files: FileOperations,
  { place, before }: Pick<StepFile, "place" | "before">,
): Promise<boolean> {
  const now = await readText(files, place);
  return now.found ? now.faithful && now.text === before : before === null;
}

async function writeAhead(step: Step, staged: readonly StagedFile[]): Promise<"applied" | "edited"> {
  const appended: AppendedRecord[] = [];
  try {
    for (const journal of step.journals) appended.push(await appendRecord(step.files, journal, step.record));
    const outcome = await publishAll(step.files, staged);
    if (outcome === "applied") for (const journal of appended) await quietly(() => journal.done());
    else for (const journal of appended) await journal.takeBack();
    return outcome;
  } catch (error) {
    for (const journal of appended) await quietly(() => journal.takeBack());
    throw error;
  } finally {
    for (const journal of appended) await quietly(() => journal.close());
  }
}

async function publishAll(
  files: FileOperations,
  staged: readonly StagedFile[],
): Promise<"applied" | "edited"> {
  const published: StagedFile[] = [];
  try {
    for (const file of staged) {
      if (!(await isUnchanged(files, file))) {
        await restore(files, published);
        return "edited";
      }
      await publish(files, file);
      published.push(file);
    }
    for (const folder of new Set(staged.map(({ target }) => dirname(target)))) await files.syncFolder(folder);
    return "applied";
  } catch (error) {
    await restore(files, published);
    throw error;
  }
}

async function publish(files: FileOperations, { target, temporary }: StagedFile): Promise<void> {
  if (temporary) await files.rename(temporary, target);
  else await files.unlink(target);
}

/** Replaces or removes (`null`) one file, whole and durable, without a journal: for completing a step that has one. */
export async function replaceFile(files: FileOperations, place: Place, text: string | null): Promise<void> {
  const file = await stage(files, { place, before: null, after: text });
  await publish(files, file);
  await files.syncFolder(dirname(file.target));
}

/** Puts back what was published, last first, where nobody has changed it since. */
async function restore(files: FileOperations, published: readonly StagedFile[]): Promise<void> {
  for (const file of published.toReversed()) {
    if (!(await isUnchanged(files, { ...file, before: file.after }))) continue;
    if (file.before === null) await files.unlink(file.target);
    else
      await files.rename(await stageFile(files, { target: file.target, content: file.before }), file.target);
  }
}

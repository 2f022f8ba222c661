import { dirname } from "node:path";

import { DaybookError, messageOf } from "../errors/index.ts";
import type { ErrorCode } from "../errors/index.ts";
import { isMissing, toStorageError } from "./faults.ts";
import { readBytes } from "./file-reader.ts";
import type { Place } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import { appendRecord } from "./journal-file.ts";
import type { AppendedRecord } from "./journal-file.ts";
import type { JournalRecord } from "./journal.ts";
import { makeFolderDurable, quietly, stageContent } from "./whole-file.ts";
import type { StagedContent } from "./whole-file.ts";

/** One file of a step: the bytes it must still hold, and those it shall hold; `null` for no file. */
export interface StepFile {
  place: Place;
  before: Uint8Array | null;
  after: Uint8Array | null;
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
  content: StagedContent | null;
  published: boolean;
}

/**
 * One journalled step. All new contents are on the disk beside their places, and so is the
 * journal's record of them, before the first file changes: a full disk is met while nothing has
 * changed, and a kill at any later moment leaves what completes the step. Gives `edited` when a
 * file no longer holds what the step was made from; everything is then as it was found.
 */
export async function commitStep(step: Step): Promise<"applied" | "edited"> {
  const staged: StagedFile[] = [];
  const journals: AppendedRecord[] = [];
  try {
    for (const file of step.steps) {
      staged.push(await naming(file.place.absolute, () => stage(step.files, file)));
    }
    for (const path of step.journals) {
      journals.push(await naming(path, () => appendRecord(step.files, path, step.record)));
    }
    await settleAll([
      ...staged.map(({ content, target }) => naming(target, async () => content?.settle())),
      ...journals.map((journal, at) => naming(step.journals[at] ?? "", () => journal.settle())),
    ]);
    const outcome = await publishAll(step.files, staged);
    for (const journal of journals) {
      if (outcome === "applied") await quietly(() => journal.done());
      else await journal.takeBack();
    }
    return outcome;
  } catch (error) {
    const isUndone = !staged.some(({ published }) => published) && (await takeBackAll(journals));
    // What could not be taken back stays in the journal: the next writer completes it.
    const state = isUndone ? "Nothing was changed." : "The next save completes this change.";
    throw new DaybookError(codeOf(error), `${messageOf(error)} ${state}`, { cause: error });
  } finally {
    for (const journal of journals) await quietly(() => journal.close());
    for (const file of staged) await quietly(() => discard(step.files, file));
  }
}

async function stage(files: FileOperations, file: StepFile): Promise<StagedFile> {
  // Removing a link removes the link: its target is the person's.
  if (file.after === null) return { ...file, target: file.place.absolute, content: null, published: false };
  const target = await followLink(files, file.place.absolute);
  const isShared = file.place.path.startsWith("shared/");
  await makeFolderDurable(files, dirname(target), isShared ? repositoryModes.folder : undefined);
  const mode = isShared ? ((await modeOf(files, target)) ?? repositoryModes.file) : undefined;
  const content = await stageContent(files, {
    target,
    content: file.after,
    ...(mode !== undefined && { mode }),
  });
  return { ...file, target, content, published: false };
}

/** In a repository files are everybody's who works there: what the umask leaves, or what the file had. */
const repositoryModes = { folder: 0o777, file: 0o666 };

async function modeOf(files: FileOperations, path: string): Promise<number | undefined> {
  try {
    return (await files.lstat(path)).mode;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
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

/** Runs a part of the step; its failure names the file it was about. */
async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error, `write ${path}`);
  }
}

function codeOf(error: unknown): ErrorCode {
  return DaybookError.isInstance(error) ? error.code : "io";
}

async function takeBackAll(journals: readonly AppendedRecord[]): Promise<boolean> {
  const results = await Promise.allSettled(journals.map((journal) => journal.takeBack()));
  return results.every(({ status }) => status === "fulfilled");
}

/** Waits for all, so that the disk can do them together, and fails if one did. */
async function settleAll(parts: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(parts);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

async function publishAll(
  files: FileOperations,
  staged: readonly StagedFile[],
): Promise<"applied" | "edited"> {
  try {
    for (const file of staged) {
      if (!(await holds(files, file.place, file.before))) {
        await restoreAll(files, staged);
        return "edited";
      }
      await naming(file.place.absolute, () => publish(files, file));
    }
    for (const folder of new Set(staged.map(({ target }) => dirname(target)))) {
      await naming(folder, () => files.syncFolder(folder));
    }
    return "applied";
  } catch (error) {
    await quietly(() => restoreAll(files, staged));
    throw error;
  }
}

/** Whether a place holds exactly `expected`. */
async function holds(files: FileOperations, place: Place, expected: Uint8Array | null): Promise<boolean> {
  const bytes = await readBytes(files, place);
  if (bytes === null || expected === null) return bytes === expected;
  return Buffer.compare(bytes, expected) === 0;
}

async function publish(files: FileOperations, file: StagedFile): Promise<void> {
  if (file.content) await files.rename(file.content.temporary, file.target);
  else await files.unlink(file.target);
  file.published = true;
}

/** Puts back what was published, last first, where nobody has changed it since. */
async function restoreAll(files: FileOperations, staged: readonly StagedFile[]): Promise<void> {
  for (const file of staged.toReversed()) {
    if (!file.published) continue;
    if (await holds(files, file.place, file.after)) await replaceFile(files, file.place, file.before);
    file.published = false;
  }
}

async function discard(files: FileOperations, { content, published }: StagedFile): Promise<void> {
  if (!content) return;
  await content.close();
  if (!published) await files.unlink(content.temporary);
}

/** Replaces or removes (`null`) one file, whole and durable, without a journal: for completing a step that has one. */
export async function replaceFile(
  files: FileOperations,
  place: Place,
  content: Uint8Array | null,
): Promise<void> {
  const file = await stage(files, { place, before: null, after: content });
  try {
    if (file.content) await file.content.settle();
    await publish(files, file);
    await files.syncFolder(dirname(file.target));
  } finally {
    await quietly(() => discard(files, file));
  }
}

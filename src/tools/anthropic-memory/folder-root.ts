import { dirname } from "node:path";
import { DaybookError, systemCodeOf } from "../../errors/index.ts";
import type { SecretGate } from "../../guard/index.ts";
import { nodeFiles, withLocks } from "../../storage/index.ts";
import { wellFormed } from "../../text/index.ts";
import type { EditedText, TextChange } from "./edit-text.ts";
import { assertSize, placeFile, readRegularFile, sweepTemporaries } from "./folder-file.ts";
import { listFolder } from "./folder-list.ts";
import { isInside, ownPrefix, placeIn, type FolderPlace } from "./folder-place.ts";
import type { MemoryPath } from "./memory-path.ts";
import type { Looked, MemoryRoot } from "./memory-root.ts";
import * as refusals from "./sentences.ts";

export interface FolderRootOptions {
  /** Absolute; made by the first command. */
  folder: string;
  gate: SecretGate;
  /** How long a writer waits for another, milliseconds. */
  lockWaitMs: number;
}

/** Hidden in listings, and gone when nobody writes. */
const LOCK = `${ownPrefix}writer`;

/**
 * A plain folder as `/memories`. One process writes at a time, so that of two edits none is lost; what it makes has
 * mode 0700 and 0600; a write is a new file in place of the old one.
 */
export function createFolderRoot({ folder, gate, lockWaitMs }: FolderRootOptions): MemoryRoot {
  async function inFolder<T>(path: MemoryPath, work: () => Promise<T>): Promise<T> {
    try {
      await nodeFiles.makeFolder(folder);
      return await work();
    } catch (error) {
      throw withoutFolder(refusals.systemRefusal(error, path.shown), folder);
    }
  }

  /** Runs `work` as the only writer. */
  function change<T>(path: MemoryPath, work: () => Promise<T>): Promise<T> {
    const lock = { directory: folder, waitMs: lockWaitMs, names: [LOCK] };
    return inFolder(path, () =>
      withLocks(lock, ({ taken }) => {
        if (taken) sweepTemporaries(folder);
        return work();
      }),
    );
  }

  return {
    look: (path) => inFolder(path, async () => look(folder, path)),
    create: (path, text) => change(path, () => create({ folder, gate }, path, wellFormed(text))),
    edit: (path, edited) => change(path, () => edit({ folder, gate }, path, edited)),
    remove: (path) => change(path, () => remove(existing(folder, path))),
    rename: (from, to) => change(from, () => rename({ folder, gate }, from, to)),
  };
}

type Checked = Pick<FolderRootOptions, "folder" | "gate">;

function look(folder: string, path: MemoryPath): Looked {
  const { root, real, kind, bytes } = placeIn(folder, path);
  switch (kind) {
    case "missing":
    case "dangling":
      return { kind: "missing" };
    case "folder":
      return { kind, bytes, entries: listFolder(folder, real) };
    case "file":
      return readRegularFile({ root, path: real, shown: path.shown });
    case "other":
      throw refusals.notRegular(path.shown);
  }
}

async function create({ folder, gate }: Checked, path: MemoryPath, text: string): Promise<void> {
  if (placeIn(folder, path).kind !== "missing") throw refusals.alreadyThere(path.shown);
  assertSize(path.shown, text);
  await assertCleanName(gate, path);
  await assertClean(gate, path, text);
  try {
    await placeFile(await placeForNew(folder, path), { text, as: "new" });
  } catch (error) {
    throw systemCodeOf(error) === "EEXIST" ? refusals.alreadyThere(path.shown) : error;
  }
}

async function edit(
  { folder, gate }: Checked,
  path: MemoryPath,
  change: (file: EditedText) => TextChange,
): Promise<TextChange> {
  const { root, kind, real } = placeIn(folder, path);
  // A folder counts as missing here, as documented.
  if (kind !== "file" && kind !== "other") throw refusals.noSuchPath(path.shown);
  const file = { root, path: real, shown: path.shown };
  const before = readRegularFile(file);
  if (!before.isText) throw refusals.notText(path.shown);
  const changed = change({ text: before.text, bodyAt: behindMark(before.text) });
  const text = wellFormed(changed.text);
  if (text === before.text) return changed;
  assertSize(path.shown, text);
  await assertClean(gate, path, text);
  // Whoever does not know the lock may have written while the gate looked.
  if (readRegularFile(file).text !== before.text) {
    throw new DaybookError("conflict", `${path.shown} was changed meanwhile. View it again, then edit it.`);
  }
  await placeFile(file, { text, as: "changed" });
  return { text, at: changed.at };
}

/** A byte-order mark is no part of the first line. */
function behindMark(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}

async function remove({ path, kind, isLink }: FolderPlace): Promise<void> {
  // A link goes, and what it leads to stays.
  if (kind === "folder" && !isLink) await nodeFiles.removeTree(path);
  else await nodeFiles.unlink(path);
  await nodeFiles.syncFolder(dirname(path));
}

async function rename({ folder, gate }: Checked, from: MemoryPath, to: MemoryPath): Promise<void> {
  const { path, kind, isLink } = existing(folder, from);
  const wanted = await blaming(to, async () => placeIn(folder, to));
  if (wanted.kind !== "missing") throw refusals.destinationTaken(to.shown);
  const isOwnFolder = kind === "folder" && !isLink && isInside(path, wanted.path);
  if (isOwnFolder || to.shown.startsWith(`${from.shown}/`)) {
    throw new DaybookError(
      "invalid",
      `Cannot rename ${from.shown} to ${to.shown}: a folder does not fit in itself.`,
    );
  }
  await assertCleanName(gate, to);
  const { path: target } = await blaming(to, () => placeForNew(folder, to));
  await nodeFiles.rename(existing(folder, from).path, target);
  for (const changed of new Set([dirname(target), dirname(path)])) await nodeFiles.syncFolder(changed);
}

/** What the system refuses here is about this path. */
async function blaming<T>({ shown }: MemoryPath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusals.systemRefusal(error, shown);
  }
}

/** What is to be removed or moved. */
function existing(folder: string, path: MemoryPath): FolderPlace {
  const place = placeIn(folder, path);
  if (place.kind === "missing") throw refusals.nothingAt(path.shown);
  return place;
}

/** The place of something new, its folders made; looked at again, as they may have become links meanwhile. */
async function placeForNew(folder: string, path: MemoryPath): Promise<FolderPlace> {
  await nodeFiles.makeFolder(dirname(placeIn(folder, path).path));
  return placeIn(folder, path);
}

async function assertClean(gate: SecretGate, { shown }: MemoryPath, text: string): Promise<void> {
  const findings = await gate.check(text);
  if (findings.length > 0) throw refusals.holdsSecret(shown, findings);
}

async function assertCleanName(gate: SecretGate, { names }: MemoryPath): Promise<void> {
  const [found] = await gate.check(names.join("\n"));
  if (found === undefined) return;
  throw new DaybookError(
    "secret",
    `Not saved: the path holds a secret (${found.kind}). Choose another name.`,
  );
}

/** Sentences of other rooms name files of this machine. */
function withoutFolder(error: DaybookError, folder: string): DaybookError {
  if (!error.message.includes(folder)) return error;
  return new DaybookError(error.code, error.message.replaceAll(folder, "/memories"), { cause: error });
}

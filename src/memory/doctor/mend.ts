import { freeDeadLock, lockOfScope, lookAtLocks, sweepScope } from "../../storage/index.ts";
import type { Transaction } from "../../storage/index.ts";
import { indexName } from "../../text/index.ts";

import { foldersOf, indexPathOf, memoryFilesIn, type MemoryFolder } from "../folders.ts";
import { writeIndex } from "../index-change.ts";
import { scanIndex } from "../index-file.ts";
import { openAll } from "../load.ts";
import { readTrust, trustOwn } from "../trusted.ts";
import type { Scope } from "../types.ts";
import { checkDisk, privateMode, scopesIn, writerOf } from "./check-disk.ts";
import { isHeldLine, lineBar, lineFor } from "./check-index.ts";
import { findSecrets } from "./check-secrets.ts";
import type { Doctoring, DoctorOptions } from "./context.ts";
import { doctoringOf, examine, type Examination } from "./examine.ts";
import { indexLineCodes, type Finding } from "./finding.ts";
import { mendedIndex, oddLines } from "./index-lines.ts";

/** What became of an examination after mending. */
export interface Mended extends Examination {
  /** What was wrong and is not any more. */
  fixed: Finding[];
  /** Why something that mends itself still stands: sentences. */
  failures: string[];
}

/**
 * Mends what can be mended without losing anything, and looks again. Lines of the indexes change in one step of the
 * history, so that one undo takes them all back.
 */
export async function mend(options: DoctorOptions, before: Examination): Promise<Mended> {
  const dueAtFirst = before.findings.filter(({ fix }) => fix === "auto");
  if (dueAtFirst.length === 0) return { ...before, fixed: [], failures: [] };
  const doctoring = await doctoringOf(options);
  const failures: string[] = [];
  const attempt = (work: () => Promise<unknown>) => notingFailure(failures, work);
  const due = [...dueAtFirst];
  for (const { file } of ofCode(due, "stuck-lock"))
    await attempt(() => freeDeadLock(doctoring.inspect, nameOfLock(file)));
  due.push(...(await mendModes(doctoring, due, attempt)));
  const writable = await writableScopes(doctoring, failures);
  const unfinished = ofCode(due, "unfinished-step").flatMap(({ scope }) => scope ?? []);
  if (unfinished.length > 0 && unfinished.every((scope) => writable.includes(scope)))
    await attempt(() => doctoring.store.storage.change(unfinished, async () => undefined));
  await removeLeftovers(doctoring, { due, writable, attempt });
  const scopes = scopesOfLines(due).filter((scope) => writable.includes(scope));
  if (scopes.length > 0) await attempt(() => mendIndexes(doctoring, scopes));
  const after = await examine(options);
  const standing = new Set(after.findings.map(keyOf));
  return {
    ...after,
    fixed: due.filter((each) => !standing.has(keyOf(each))),
    failures: [...new Set(failures)],
  };
}

function ofCode(findings: readonly Finding[], code: Finding["code"]): Finding[] {
  return findings.filter((each) => each.code === code);
}

/** What a finding is known by, before and after: its line may have moved. */
function keyOf({ code, file, memory }: Finding): string {
  return JSON.stringify([code, file, memory]);
}

function nameOfLock(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1, -".lock".length);
}

async function notingFailure(failures: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    failures.push(error.message);
  }
}

/** Modes, also of what could only be seen once the folder above it was opened; gives the findings of these. */
async function mendModes(
  doctoring: Doctoring,
  due: readonly Finding[],
  attempt: (work: () => Promise<unknown>) => Promise<void>,
): Promise<Finding[]> {
  const more: Finding[] = [];
  const tried = new Set<string>();
  for (let wrong = ofCode(due, "wrong-mode"); wrong.length > 0;) {
    for (const { file } of wrong) {
      tried.add(file);
      await attempt(() => setMode(doctoring, file));
    }
    // Leftovers are no matter of this.
    const now = ofCode(await checkDisk(doctoring.inspect, []), "wrong-mode");
    wrong = now.filter(({ file }) => !tried.has(file));
    more.push(...wrong);
  }
  return more;
}

async function setMode({ inspect: { files } }: Doctoring, path: string): Promise<void> {
  const look = files.look(path);
  // A link would lead to the mode of another file.
  if (look?.isFile() !== true && look?.isDirectory() !== true) return;
  await files.chmod(path, privateMode(look.isDirectory()));
}

/** The scopes that nobody holds now; one that is held would make the doctor wait for its lock. */
async function writableScopes({ inspect }: Doctoring, failures: string[]): Promise<Scope[]> {
  const locks = await lookAtLocks(inspect);
  return scopesIn(inspect.folders).filter((scope) => {
    const held = locks.find(
      ({ name, state }) => name === lockOfScope(inspect.folders, scope) && state !== "dead",
    );
    if (held !== undefined && (held.state !== "alive" || held.age > 1_000)) {
      const why =
        held.state === "odd" ? `${held.file} is ${held.holder}` : `${held.holder} holds ${held.file}`;
      failures.push(`Nothing of ${scope} scope was mended: ${why}.`);
      return false;
    }
    return true;
  });
}

async function removeLeftovers(
  { inspect }: Doctoring,
  {
    due,
    writable,
    attempt,
  }: {
    due: readonly Finding[];
    writable: readonly Scope[];
    attempt: (work: () => Promise<unknown>) => Promise<void>;
  },
): Promise<void> {
  const left = ofCode(due, "leftover");
  if (left.length === 0) return;
  // Under the lock all of them are nobody's; those of other folders were old enough when they were found.
  for (const scope of writable) await attempt(() => sweepScope(inspect, scope));
  for (const { file } of left.filter((each) => writerOf(inspect.folders, each.file) === null)) {
    await attempt(async () => {
      if (inspect.files.look(file) !== undefined) await inspect.files.unlink(file);
    });
  }
}

function scopesOfLines(due: readonly Finding[]): Scope[] {
  const found = due.flatMap(({ code, scope }) =>
    indexLineCodes.includes(code) && scope !== null ? [scope] : [],
  );
  return (["user", "project"] as const).filter((scope) => found.includes(scope));
}

async function mendIndexes(doctoring: Doctoring, scopes: readonly Scope[]): Promise<void> {
  const { storage, ensureProject } = doctoring.store;
  await storage.change(scopes, async (tx) => {
    const mended: Scope[] = [];
    for (const folder of foldersOf(storage).filter(({ scope }) => scopes.includes(scope))) {
      if (await mendFolder(doctoring, tx, folder)) mended.push(folder.scope);
    }
    const [scope] = mended;
    if (scope === undefined) return;
    if (mended.includes("project")) await ensureProject(tx);
    tx.describe({ op: "update", scope, slug: slugOfIndex, by: "user" });
  });
}

/** What the history calls the index of a scope. */
const slugOfIndex = indexName.slice(0, -".md".length);

/** Puts the index of a folder right, as it is now; false where nothing is to be done. */
async function mendFolder(doctoring: Doctoring, tx: Transaction, folder: MemoryFolder): Promise<boolean> {
  const { store, options } = doctoring;
  const { storage, gate, limits } = store;
  const trust = await readTrust(tx, storage);
  if (folder.isShared && trust === null) return false;
  const path = indexPathOf(folder);
  const index = await tx.read(path);
  if (index.found && !index.faithful) return false;
  const text = index.found ? index.text : "";
  // The history keeps the whole stretch that changes, and with it what stands between.
  if ((await gate.check(text)).length > 0) return false;
  const lines = scanIndex(text);
  const files = await memoryFilesIn(tx, folder);
  const names = new Set([...files, ...(await allNames(options, storage.locate(folder.path)))]);
  const isOurs = (at: number): boolean =>
    !isHeldLine({ trust }, folder, text.slice(lines[at]?.start, lines[at]?.end));
  const drop = new Set(
    oddLines(lines, (name) => names.has(name)).flatMap(({ at }) => (isOurs(at) ? [at] : [])),
  );
  const hasLine = new Set(lines.flatMap(({ entry }) => entry?.file ?? []));
  const places = files.filter((name) => !hasLine.has(name)).map((name) => ({ folder, name }));
  const lacking = await openAll({ storage, reader: tx, trust }, places);
  const secretIn = new Set([...(await findSecrets(gate, lacking)).keys()].map(({ name }) => name));
  const add = lacking
    .filter((opened) => lineBar(opened, { secretIn }) === null)
    .map((opened) => ({ file: opened.name, line: lineFor(opened, limits.indexLineCharacters) }));
  const mended = mendedIndex(text, { lines, drop, add });
  if (mended === null || mended === text) return false;
  writeIndex(tx, path, { before: index.found ? text : null, after: mended === "" ? null : mended });
  if (folder.isShared)
    await trustOwn(
      tx,
      add.map(({ line }) => ({ name: indexName, text: line })),
    );
  return true;
}

async function allNames({ files }: DoctorOptions, folder: string): Promise<string[]> {
  try {
    return files.bareNames(folder);
  } catch {
    return [];
  }
}

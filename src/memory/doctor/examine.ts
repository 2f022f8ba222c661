import { join } from "node:path";

import { DaybookError, messageOf, systemCodeOf } from "../../errors/index.ts";
import { escapeUnseen, indexName } from "../../text/index.ts";

import { foldersOf, scopesOf, slugOf } from "../folders.ts";
import { contextOf } from "../store.ts";
import { readTrust } from "../trusted.ts";
import { checkDisk } from "./check-disk.ts";
import { checkFolder, type ReadFolder } from "./check-folder.ts";
import { checkIndex, checkSize } from "./check-index.ts";
import { checkInbox } from "./check-inbox.ts";
import { checkLocks } from "./check-locks.ts";
import { checkRecords } from "./check-records.ts";
import { checkAround, checkHistories, checkOwnFiles, checkPurges } from "./check-state.ts";
import type { Doctoring, DoctorOptions } from "./context.ts";
import { finding, sortFindings, unreadableState, type Finding } from "./finding.ts";

/** What was looked at, and what is wrong with it. */
export interface Examination {
  /** The worst first. */
  findings: Finding[];
  memories: number;
  indexes: number;
}

/** Looks at everything that memory rests on. Writes nothing and takes no lock. */
export async function examine(options: DoctorOptions): Promise<Examination> {
  const doctoring = await doctoringOf(options);
  const { store, inspect } = doctoring;
  const { locks, found } = await checkLocks(inspect, store.limits.lockWaitMs);
  const home = inspect.folders.home;
  const around = inspect.folders.project ?? home;
  const findings = [
    ...found,
    ...(await guarded(home, () => checkHistories(inspect, locks))),
    ...(await guarded(home, () => checkDisk(inspect, locks))),
    ...(await guarded(around, () => checkOwnFiles(inspect))),
    ...(await guarded(around, () => checkPurges(inspect))),
    ...(await guarded(around, () => checkAround(doctoring))),
    ...(await guarded(around, () => checkInbox(doctoring))),
    ...(await guarded(home, () => checkRecords(doctoring))),
  ];
  const read: ReadFolder[] = [];
  for (const folder of foldersOf(store.storage)) {
    const checks = async (): Promise<Finding[]> => {
      const checked = await checkFolder(doctoring, folder);
      read.push(checked.read);
      return [
        ...checked.found,
        ...checkIndex(doctoring, checked.read),
        ...checkNames(doctoring, checked.read),
      ];
    };
    findings.push(...(await guarded(store.storage.locate(folder.path), checks)));
  }
  for (const scope of scopesOf(store.storage)) findings.push(...checkSize(doctoring, scope, read));
  findings.push(...checkHidden(doctoring, read));
  return {
    findings: sortFindings(onceUnreadable(findings).map(withoutUnseen)),
    memories: read.reduce((sum, { files }) => sum + files.length, 0),
    indexes: read.filter(({ index }) => index !== null).length,
  };
}

/** Several checks read a file; that it cannot be read is told by the first alone. */
function onceUnreadable(findings: readonly Finding[]): Finding[] {
  const told = new Set<string>();
  return findings.filter(({ code, file }) => {
    if (code !== "unreadable" && code !== "broken-file") return true;
    if (told.has(file)) return false;
    told.add(file);
    return true;
  });
}

/** What keeps one check from its work is a finding, and the others do theirs. */
async function guarded(file: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const isOfDisk = systemCodeOf(error) !== undefined || DaybookError.isInstance(error);
    if (!isOfDisk || (DaybookError.isInstance(error) && error.code === "internal")) throw error;
    return [unreadableState(null, file, messageOf(error))];
  }
}

/** The options with what every check needs. */
export async function doctoringOf(options: DoctorOptions): Promise<Doctoring> {
  const store = contextOf(options.store);
  const { folders, files, processes, onProgress } = options;
  let looked = 0;
  return {
    store,
    options,
    // A project file that cannot be read is a finding of its own; without it nothing shared is trusted.
    trust: await readTrust(store.storage, store.storage).catch(() => null),
    inspect: { folders, files, now: store.now, ...(processes !== undefined && { processes }) },
    look: (count) => onProgress?.((looked += count)),
  };
}

/** Names of files stand in messages, and a clone may have chosen them. */
function withoutUnseen({ message, ...rest }: Finding): Finding {
  return { ...rest, message: escapeUnseen(message) };
}

/** Files that are one on disks that ignore case, or that write accents in another way. */
function checkNames({ store }: Doctoring, { folder, files, names }: ReadFolder): Finding[] {
  const alike = new Map<string, string[]>();
  for (const name of [...files, ...(names.has(indexName) ? [indexName] : [])]) {
    const key = name.normalize("NFC").toLowerCase();
    alike.set(key, [...(alike.get(key) ?? []), name]);
  }
  return [...alike.values()].flatMap((group) => {
    const [first, second] = group.toSorted();
    if (first === undefined || second === undefined) return [];
    return finding("case-collision", {
      scope: folder.scope,
      file: join(store.storage.locate(folder.path), second),
      memory: `${folder.scope}/${slugOf(second)}`,
      message: `${group.toSorted().join(" and ")} are one file on disks that ignore case: one of them would be lost there.`,
      remedy: "Rename one of them and its line.",
    });
  });
}

/** Private memories in whose place a shared one is shown. */
function checkHidden({ store }: Doctoring, read: readonly ReadFolder[]): Finding[] {
  const shared = read.find(({ folder }) => folder.isShared);
  const own = read.find(({ folder }) => folder.scope === "project" && !folder.isShared);
  const names = new Set(shared?.files);
  return (own?.files ?? [])
    .filter((name) => names.has(name))
    .map((name) =>
      finding("hidden-memory", {
        scope: "project",
        file: join(store.storage.locate("project/memory"), name),
        memory: `project/${slugOf(name)}`,
        message: "A shared memory of the same name is read in its place.",
        remedy: "Rename one of the two, or delete the private one by hand.",
      }),
    );
}

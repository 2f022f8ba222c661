import { DaybookError } from "../errors/index.ts";
import { commitStep } from "./commit.ts";
import type { FileLayout } from "./file-layout.ts";
import { createFileLayout } from "./file-layout.ts";
import { listFiles, listNames, readBytes, toReadResult } from "./file-reader.ts";
import type { FileOperations } from "./files.ts";
import type { JournalRecord } from "./journal.ts";
import { toJournalChange } from "./journal.ts";
import type { LastText } from "./last-text.ts";
import { withLocks } from "./lock.ts";
import type { LockOptions } from "./lock.ts";
import { completeSteps, findUnfinished, isOwnProject } from "./recovery.ts";
import { scopeOrder } from "./storage.ts";
import type {
  Changed,
  HistoryEntry,
  JournalChange,
  RecoveryReport,
  ScopeName,
  StoragePath,
  Transaction,
} from "./storage.ts";
import { createTransaction, isWorthRecord } from "./transaction.ts";
import { sweepTemporaries } from "./whole-file.ts";

/** What a change on files needs. */
export interface ChangeEnvironment {
  files: FileOperations;
  layout: FileLayout;
  locks: Omit<LockOptions, "directory" | "files">;
  now: () => Date;
  newId: () => string;
  lastText: LastText;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** How often a change is made anew because a person edited one of its files meanwhile. */
const MOST_ATTEMPTS = 20;

/** The `change` of the file adapter: locks, completes what a killed writer left, then makes the change. */
export async function changeFiles<T>(
  environment: ChangeEnvironment,
  scopes: readonly ScopeName[],
  work: Work<T>,
): Promise<Changed<T>> {
  let wanted = inOrder(scopes);
  for (;;) {
    const outcome = await underLocks(environment, wanted, work);
    if (outcome.kind === "changed") return outcome.changed;
    if (outcome.kind === "more-scopes") wanted = inOrder([...wanted, ...outcome.scopes]);
    else await completeForeign(environment, outcome.record);
  }
}

function inOrder(scopes: readonly ScopeName[]): ScopeName[] {
  return scopeOrder.filter((scope) => scopes.includes(scope));
}

type Outcome<T> =
  | { kind: "changed"; changed: Changed<T> }
  /** An unfinished step needs the lock of another scope, which comes earlier in the order. */
  | { kind: "more-scopes"; scopes: readonly ScopeName[] }
  /** An unfinished step of user scope also belongs to another project. */
  | { kind: "foreign"; record: JournalRecord };

async function underLocks<T>(
  environment: ChangeEnvironment,
  scopes: readonly ScopeName[],
  work: Work<T>,
): Promise<Outcome<T>> {
  const { files, layout, locks } = environment;
  const names = scopes.map((scope) => layout.lockNameOf(scope));
  return withLocks({ ...locks, files, directory: layout.lockFolder, names }, async ({ taken }) => {
    if (taken)
      await sweepTemporaries(
        files,
        scopes.flatMap((scope) => layout.writtenFolders(scope)),
      );
    const unfinished = await findUnfinished(files, layout, scopes);
    for (const step of unfinished) {
      const { record } = step;
      const own = isOwnProject(layout, step);
      if (!own && (await projectExists(environment, record))) return { kind: "foreign", record };
      const missing = record.scopes.filter((scope) => own && !scopes.includes(scope));
      if (missing.length > 0) return { kind: "more-scopes", scopes: missing };
    }
    const recovered = await completeSteps(files, layout, unfinished);
    return { kind: "changed", changed: await makeChange(environment, { scopes, work, recovered }) };
  });
}

async function projectExists({ files, layout }: ChangeEnvironment, record: JournalRecord): Promise<boolean> {
  try {
    return (await files.stat(layout.projectFolder(record.project ?? ""))).kind === "folder";
  } catch {
    return false;
  }
}

/** Opens the other project for one empty change, which completes its step. */
async function completeForeign(environment: ChangeEnvironment, record: JournalRecord): Promise<void> {
  const { layout } = environment;
  const folders = {
    home: layout.folders.home,
    project: layout.projectFolder(record.project ?? ""),
    ...(record.shared !== undefined && { shared: record.shared }),
  };
  await changeFiles(
    { ...environment, layout: createFileLayout(folders) },
    ["user", "project"],
    async () => undefined,
  );
}

async function makeChange<T>(
  environment: ChangeEnvironment,
  at: { scopes: readonly ScopeName[]; work: Work<T>; recovered: RecoveryReport },
): Promise<Changed<T>> {
  const { files, layout, now, lastText } = environment;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    // The bytes as they were read: what is hashed and compared later needs no second encoding.
    const read = new Map<StoragePath, Uint8Array | null>();
    const { tx, staged } = createTransaction({
      scopes: at.scopes,
      read: async (path) => {
        const bytes = await readBytes(files, layout.placeOf(path));
        read.set(path, bytes);
        return toReadResult(bytes, lastText);
      },
      list: (folder) => listFiles(files, layout.placeOf(folder), now()),
      names: (folder) => listNames(files, layout.placeOf(folder)),
      locate: (path) => layout.placeOf(path).absolute,
    });
    const value = await at.work(tx);
    const { changes, entry } = await staged();
    if (!isWorthRecord({ changes, entry })) return { value, recovered: at.recovered };
    const steps = changes.map(({ path, after }) => ({
      place: layout.placeOf(path),
      before: read.get(path) ?? null,
      after: after === null ? null : Buffer.from(after),
    }));
    const journalChanges = changes.map((change, index) => toJournalChange(change, steps[index]));
    const record = makeRecord(environment, { scopes: at.scopes, changes: journalChanges, entry });
    const outcome = await commitStep({
      files,
      journals: at.scopes.map((scope) => layout.journalOf(scope)),
      record,
      steps,
    });
    if (outcome !== "applied") continue;
    for (const [index, { after }] of steps.entries()) {
      const text = changes[index]?.after;
      if (after !== null && typeof text === "string") lastText.remember(after, text);
    }
    return { value, id: record.id, recovered: at.recovered };
  }
  throw new DaybookError(
    "conflict",
    "The files keep changing while daybook writes. Close the other editor and try again.",
  );
}

function makeRecord(
  { layout, now, newId }: ChangeEnvironment,
  at: { scopes: readonly ScopeName[]; changes: readonly JournalChange[]; entry: HistoryEntry | undefined },
): JournalRecord {
  const touchesShared = at.changes.some(({ path }) => path.startsWith("shared/"));
  return {
    id: newId(),
    ts: now().toISOString(),
    scopes: at.scopes,
    ...(at.entry && { entry: at.entry }),
    changes: at.changes,
    ...(at.scopes.includes("project") && layout.projectName !== undefined && { project: layout.projectName }),
    ...(touchesShared && layout.folders.shared !== undefined && { shared: layout.folders.shared }),
  };
}

import { DaybookError } from "../errors/index.ts";
import type {
  RootName,
  Entry,
  FileChange,
  HistoryEntry,
  ReadResult,
  ScopeName,
  StoragePath,
  Transaction,
} from "./storage.ts";

/** What a transaction reads from, and which roots each scope may write. */
export interface TransactionBase {
  read(path: StoragePath): Promise<ReadResult>;
  list(folder: StoragePath | RootName): Promise<Entry[]>;
  names(folder: StoragePath | RootName): Promise<string[]>;
  /** Where a path is for people: what fails is told to them, and to models. */
  locate(path: StoragePath): string;
  scopes: readonly ScopeName[];
}

export interface StagedChanges {
  changes: FileChange[];
  entry: HistoryEntry | undefined;
}

/**
 * Whether the history must know of it. An undo that found nothing left to do counts too: else the change it
 * took back would be the newest for ever.
 */
export function isWorthRecord({ changes, entry }: StagedChanges): boolean {
  return changes.length > 0 || entry?.undoes !== undefined;
}

/** A transaction that keeps its writes to itself until `staged` hands them over, in the order of the first write. */
export function createTransaction(base: TransactionBase): {
  tx: Transaction;
  staged(): Promise<StagedChanges>;
} {
  const before = new Map<StoragePath, ReadResult>();
  const after = new Map<StoragePath, string | null>();
  const withheld = new Set<StoragePath>();
  let entry: HistoryEntry | undefined;

  async function readBefore(path: StoragePath): Promise<ReadResult> {
    const known = before.get(path);
    if (known) return known;
    const result = await base.read(path);
    before.set(path, result);
    return result;
  }

  function stage(path: StoragePath, text: string | null): void {
    assertScope(base.scopes, path);
    after.set(path, text);
  }

  const tx: Transaction = {
    async read(path) {
      const staged = after.get(path);
      if (staged === undefined) return readBefore(path);
      return staged === null
        ? { found: false }
        : { found: true, text: staged, version: "uncommitted", faithful: true };
    },
    list: (folder) => base.list(folder),
    names: (folder) => base.names(folder),
    write: (path, text) => stage(path, text),
    remove: (path) => stage(path, null),
    async move(from, to) {
      const source = await tx.read(from);
      if (!source.found) throw new DaybookError("not-found", `There is no ${base.locate(from)} to move.`);
      stage(to, source.text);
      stage(from, null);
    },
    withhold: (path) => void withheld.add(path),
    describe(described) {
      if (entry) throw new DaybookError("internal", "A change can be described only once.");
      entry = described;
    },
  };

  async function collect(): Promise<StagedChanges> {
    const changes: FileChange[] = [];
    for (const [path, text] of after) {
      const old = await readBefore(path);
      if (old.found && !old.faithful) throw unfaithful(base.locate(path));
      const oldText = old.found ? old.text : null;
      if (oldText !== text) {
        changes.push({ path, before: oldText, after: text, ...(withheld.has(path) && { withheld: true }) });
      }
    }
    return { changes, entry };
  }

  return { tx, staged: collect };
}

function assertScope(scopes: readonly ScopeName[], path: StoragePath): void {
  const needed: ScopeName = path.startsWith("home/") ? "user" : "project";
  if (!scopes.includes(needed)) {
    throw new DaybookError("internal", `${path} was written in a change that does not hold scope ${needed}.`);
  }
}

function unfaithful(file: string): DaybookError {
  return new DaybookError(
    "unreadable",
    `${file} is not UTF-8 text, so daybook will not touch it. Convert it, or move it away, and try again.`,
  );
}

import type {
  HistoryPurge,
  HistoryRecord,
  JournalChange,
  Storage,
  StoragePath,
} from "../../storage/index.ts";
import { indexName } from "../../text/index.ts";

import { scopesOf, slugOf } from "../folders.ts";
import { allRecords, type MemoryRecord } from "../history.ts";
import { readEntry } from "../index-entry.ts";
import type { Scope } from "../types.ts";
import { isMemoryPath, livesOf, type Life } from "./lives.ts";
import { recordsThatHold } from "./session-words.ts";

/**
 * Which texts go out of the histories with a session. It is decided once, for both histories, and can be written
 * down: a purge that was cut short between the two goes on from it. It holds ids and paths, no texts.
 */
export interface PurgePlan {
  session: string;
  /** By record id: it goes as a whole, or it loses the texts of these files. */
  records: Record<string, "purge" | StoragePath[]>;
  /** Places of the memories whose texts go. */
  paths: StoragePath[];
  /** Scopes and slugs of the same, as `scope/slug`. */
  ids: string[];
  /** Memories of others, as `scope/slug`: a change of somebody else holds words of the session, and loses its undo. */
  losing: string[];
}

/** What else than memories loses its texts: files of a project that no undo needs. */
export type IsPurgedFile = (path: StoragePath) => boolean;

/** Decides what goes. */
export async function planPurge(
  storage: Storage,
  { session, isPurgedFile }: { session: string; isPurgedFile: IsPurgedFile },
): Promise<PurgePlan> {
  const memories = await allRecords(storage);
  const lives = livesOf(memories);
  const whole = lives.filter(({ bornIn }) => bornIn === session);
  const paths = [...new Set(whole.flatMap((life) => life.paths))];
  const plan: PurgePlan = { session, records: {}, paths, ids: paths.map(idOf), losing: [] };
  /** Of each record the memories whose texts go with it. */
  const going: PathsOfRecords = new Map();
  /** Of each record of others the memories whose texts hold the session's words. */
  const holding: PathsOfRecords = new Map();
  for (const { life, own, others } of goingRecords(lives, session)) {
    for (const id of own) addPaths(going, id, life.paths);
    for (const id of others) addPaths(holding, id, life.paths);
    const last = life.paths.at(-1);
    if (others.size > 0 && last !== undefined) plan.losing.push(idOf(last));
  }
  const lines = goingLines(memories, going);
  for (const scope of scopesOf(storage)) {
    for await (const record of storage.history(scope)) {
      const { entry, changes } = record;
      // An undo that found nothing left to do only names what it took back.
      const named = changes.length === 0 ? (entry?.undoes ?? record.id) : record.id;
      const verdict = verdictOf(record, {
        going: going.get(named) ?? new Set(),
        holding: holding.get(record.id) ?? new Set(),
        lines,
        isPurgedFile,
        session,
      });
      if (verdict !== null) plan.records[record.id] = verdict;
    }
  }
  return plan;
}

/** Memories of others, as `scope/slug`, that would lose the undo of a later change with the session. */
export async function memoriesLosingUndo(storage: Storage, session: string): Promise<string[]> {
  return (await planPurge(storage, { session, isPurgedFile: () => false })).losing;
}

type PathsOfRecords = Map<string, Set<StoragePath>>;

function addPaths(places: PathsOfRecords, id: string, paths: readonly StoragePath[]): void {
  places.set(id, new Set([...(places.get(id) ?? []), ...paths]));
}

/** As the storage asks. */
export function historyPurge({ session, records, paths }: PurgePlan): HistoryPurge {
  const names = paths.map((path) => JSON.stringify(path));
  return {
    judge({ id, entry }) {
      const verdict = records[id] ?? [];
      if (verdict === "purge") return verdict;
      // What the session deleted stays undoable.
      return { withhold: new Set(verdict), losesSession: entry?.session === session };
    },
    isUnreadableGone: (line) => line.includes(session) || names.some((name) => line.includes(name)),
  };
}

/** Two plans of one session as one: what an earlier run decided, and what there is now. */
export function joinPlans(left: PurgePlan, right: PurgePlan): PurgePlan {
  return {
    session: right.session,
    records: { ...left.records, ...right.records },
    paths: [...new Set([...left.paths, ...right.paths])],
    ids: [...new Set([...left.ids, ...right.ids])],
    losing: [...new Set([...left.losing, ...right.losing])],
  };
}

interface GoingRecords {
  life: Life;
  /** Ids of the records that go. */
  own: ReadonlySet<string>;
  /** Ids of those that stay without the texts of the memory. */
  others: ReadonlySet<string>;
}

/**
 * Of a memory that the session made every change; of one that it changed, whether it still is or not, its own and what
 * only took it back. What others changed later is theirs, but for what it took out or wrote around.
 */
function goingRecords(lives: readonly Life[], session: string): GoingRecords[] {
  return lives.flatMap((life) => {
    if (life.bornIn === session)
      return { life, own: new Set(life.records.map(({ id }) => id)), others: new Set<string>() };
    const written = new Set(
      life.records.filter(({ entry }) => isWrittenIn(entry, session)).map(({ id }) => id),
    );
    const naming = life.records.filter(({ changes }) =>
      changes.some((change) => namesSession(change, session)),
    );
    const others = new Set(naming.map(({ id }) => id));
    if (written.size === 0) return others.size === 0 ? [] : [{ life, own: written, others }];
    const first = life.records.findIndex(({ id }) => written.has(id));
    const before = life.records[first]?.changes.find(({ path }) => life.paths.includes(path))?.before;
    // Where the file is what it was before the session, what led there and back holds its words too.
    const own = new Set(written);
    for (const { id, entry, changes } of life.records.slice(first)) {
      const leadsBack =
        before !== null && changes.some(({ path, after }) => life.paths.includes(path) && after === before);
      if (leadsBack || own.has(entry.undoes ?? "")) own.add(id);
    }
    for (const id of recordsThatHold(life.records, written)) others.add(id);
    return { life, own, others: new Set([...others].filter((id) => !own.has(id))) };
  });
}

/** Whether a change wrote or took out the id of the session, as a header has it. */
function namesSession({ splice }: JournalChange, session: string): boolean {
  return splice.removed.includes(session) || splice.inserted.includes(session);
}

function isWrittenIn({ session, op }: MemoryRecord["entry"], wanted: string): boolean {
  // What a session deleted was not its own words.
  return session === wanted && op !== "delete";
}

/** The lines that the index had for what goes, so that other records can be searched for them. */
function goingLines(
  records: readonly MemoryRecord[],
  going: ReadonlyMap<string, ReadonlySet<StoragePath>>,
): { texts: string[]; files: ReadonlySet<string> } {
  const files = new Set<string>();
  const texts: string[] = [];
  for (const record of records) {
    const paths = going.get(record.id);
    if (paths === undefined) continue;
    for (const path of paths) files.add(path);
    for (const { splice } of record.changes.filter(isIndex)) {
      const lines = `${splice.removed}\n${splice.inserted}`
        .split("\n")
        .filter((line) => !isOfAnother(line, files));
      texts.push(...lines.map((line) => line.trim()).filter(({ length }) => length >= SHORTEST));
    }
  }
  return { texts: [...new Set(texts)], files };
}

/** A stretch may hold lines of other memories as well, where a line changed its place. */
function isOfAnother(line: string, files: ReadonlySet<string>): boolean {
  const file = /\]\(<?([^()<>]+\.md)>?\)/.exec(line)?.[1];
  return file !== undefined && ![...files].some((path) => path.endsWith(`/${file}`));
}

/** A shorter line is found in any other. */
const SHORTEST = 8;
/** A shorter stretch of a line tells nothing. */
const SHORTEST_PART = 4;

function isIndex({ path }: JournalChange): boolean {
  return path.endsWith(`/memory/${indexName}`);
}

interface Judging {
  going: ReadonlySet<StoragePath>;
  holding: ReadonlySet<StoragePath>;
  lines: { texts: string[]; files: ReadonlySet<string> };
  isPurgedFile: IsPurgedFile;
  session: string;
}

function verdictOf(record: HistoryRecord, judging: Judging): "purge" | StoragePath[] | null {
  const { going, holding, isPurgedFile, session } = judging;
  const memories = record.changes.map(({ path }) => path).filter(isMemoryPath);
  const isWhole = going.size > 0 && memories.every((path) => going.has(path));
  if (isWhole) return "purge";
  const withheld = record.changes.filter(
    (change) =>
      going.has(change.path) ||
      holding.has(change.path) ||
      isPurgedFile(change.path) ||
      namesSession(change, session) ||
      // A change that cannot be undone needs no lines either, and a part of one may be too short to be known.
      (isIndex(change) && (holding.size > 0 || holdsGoingLine(change, judging))),
  );
  return withheld.length === 0 ? null : withheld.map(({ path }) => path);
}

/** Whether the stretch of an index that changed tells a line, or a part of one, that goes. */
function holdsGoingLine({ path, splice }: JournalChange, { lines }: Judging): boolean {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return `${splice.removed}\n${splice.inserted}`.split("\n").some((line) => {
    const part = line.trim();
    const file = readEntry(line)?.file;
    if (file !== undefined && lines.files.has(`${folder}/${file}` as StoragePath)) return true;
    return lines.texts.some(
      (text) => (part.length >= SHORTEST_PART && text.includes(part)) || part.includes(text),
    );
  });
}

function idOf(path: StoragePath): string {
  const scope: Scope = path.startsWith("home/") ? "user" : "project";
  return `${scope}/${slugOf(path.slice(path.lastIndexOf("/") + 1))}`;
}

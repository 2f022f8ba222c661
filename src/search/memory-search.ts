import { join } from "node:path";
import type { Memory } from "../memory/index.ts";
import { nodeFiles, type FileOperations, type Storage, type StoragePath } from "../storage/index.ts";
import { readCache, writeCache, type CachePlace } from "./cache-file.ts";
import type { Remembered } from "./cache-form.ts";
import { refresh, type Refreshed, type SeenFolder } from "./refresh.ts";
import { factsAt, hasState, keyOf, placeOfName, state, type MemoryFacts } from "./remembered.ts";
import { SearchIndex, type SearchHit } from "./search-index.ts";

/** What is searched, and where the index may be kept. */
export interface MemorySearchOptions {
  storage: Storage;
  now: () => Date;
  /**
   * Absolute folders for the cache: it lies in the first whose parent is there, and is begun from the first that holds
   * one. None: every process reads all memories.
   */
  cacheFolders?: readonly string[];
  files?: FileOperations;
  /** Told now and then while many memories are read. */
  onProgress?: (done: number, total: number) => void;
}

/** A memory without its body, as it was a moment ago. */
export interface KnownMemory extends Omit<MemoryFacts, "problem"> {
  id: string;
  slug: string;
  scope: Memory["scope"];
  path: StoragePath;
  /** Absolute, for people. */
  file: string;
  isShared: boolean;
  /** Last change of the file, milliseconds since 1970. */
  fileTime: number;
}

export type FoundMemory = KnownMemory & SearchHit;

export interface Found {
  /** Best first, with what each word gave to the score. */
  hits: FoundMemory[];
  /** How many memories could be found. */
  total: number;
  /** Memories that are left out, and why: sentences for the person. */
  notices: string[];
}

export interface LookFor {
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Finds memories as they lie on the disk at this moment, whoever wrote them. What may be shown is decided as for a
 * list: shared memories that nobody here trusted, and files that cannot be read, are named instead.
 */
export interface MemorySearch {
  /** Rejects soon after the signal, with its reason; what was read until then is kept. */
  search(question: string, options: LookFor): Promise<Found>;
  /** All memories as they lie on the disk at this moment, the person's first, newest first; notices as for a search. */
  all(): Promise<{ memories: KnownMemory[]; notices: string[] }>;
  /** The newest memories, newest first by header or file; as of the last search. */
  recent(limit: number): KnownMemory[];
  /** Resolves when nothing more is being written. */
  idle(): Promise<void>;
}

/** A search over a storage. It keeps its index, so that a later question costs a look at the files and no more. */
export function createMemorySearch(options: MemorySearchOptions): MemorySearch {
  const { storage, now, cacheFolders = [], files = nodeFiles } = options;
  const place: CachePlace = { files, folders: cacheFolders, now };
  let kept: Remembered | undefined;
  let seen: Refreshed | undefined;
  let unsaved = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting: Asker[] = [];

  // One at a time: a look at the files changes the index that a question is put to.
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  async function begin(): Promise<Remembered> {
    const cached = await readCache(place);
    // Without a cache even one memory is worth one.
    if (cached === undefined) unsaved = unsavedAtFirst;
    return cached ?? { folders: [], index: new SearchIndex() };
  }

  async function lookAgain(remembered: Remembered, askers: readonly Asker[]): Promise<Refreshed> {
    let savedSize = remembered.index.size;
    const refreshed = await refresh(remembered, {
      storage,
      signal: {
        get aborted() {
          return askers.every(({ signal }) => signal?.aborted === true);
        },
      },
      onProgress: async (done, total) => {
        options.onProgress?.(done, total);
        for (const asker of askers) leaveIfAborted(asker);
        await otherWork();
        // A long build is kept in growing steps, so that whoever ends it early has not waited for nothing.
        if (remembered.index.size < Math.max(2 * savedSize, savedSize + leastStep)) return;
        await writeCache(place, remembered);
        savedSize = remembered.index.size;
      },
    });
    unsaved += refreshed.changes;
    return refreshed;
  }

  async function save(): Promise<void> {
    await otherWork();
    if (kept !== undefined) await writeCache(place, kept);
    // Also where it could not be written: a full disk is not asked again at every question.
    unsaved = 0;
  }

  /** One look at the files serves all who asked before it began: for each of them it is as fresh as one of their own. */
  function ask<T>(answer: (looked: Looked) => T, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push({ signal, answer: (looked) => resolve(answer(looked)), refuse: reject });
      if (waiting.length === 1) void inTurn(answerAll);
    });
  }

  /** What a server's clients ask at once arrives one by one; whoever is at the door comes along. */
  async function everybodyHere(): Promise<void> {
    for (let waits = 0, before = 0; waits < mostWaits && waiting.length > before; waits += 1) {
      before = waiting.length;
      for (let turn = 0; turn < quietTurns; turn += 1) await otherWork();
    }
  }

  async function answerAll(): Promise<void> {
    await everybodyHere();
    const askers = waiting.filter((asker) => !leaveIfAborted(asker));
    waiting = [];
    if (askers.length === 0) return;
    try {
      const { index } = (kept ??= await begin());
      seen = await lookAgain(kept, askers);
      // Also of a search that is given up: who always gives up too early comes a step further each time.
      if (isWorthSaving(unsaved, index.size)) void inTurn(() => save());
      for (const asker of askers) answerOne(asker, { index, ...seen });
    } catch (error) {
      for (const { refuse } of askers) refuse(error);
    }
  }

  return {
    search: (question, { limit, signal }) => ask((looked) => find(looked, question, limit), signal),
    all: () =>
      ask((looked) => ({
        memories: newestMemories(looked, Infinity).toSorted(byScope),
        notices: looked.notices,
      })),
    recent: (limit) => (seen === undefined ? [] : newestMemories(seen, limit)),
    idle: () => inTurn(async () => undefined),
  };
}

/** The index, and what it is of. */
type Looked = Refreshed & { index: SearchIndex };

/** Somebody who waits for the next look. */
interface Asker {
  signal: AbortSignal | undefined;
  answer(looked: Looked): void;
  refuse(reason: unknown): void;
}

/** Whether an asker has given up; then it is told so. */
function leaveIfAborted({ signal, refuse }: Asker): boolean {
  if (signal?.aborted !== true) return false;
  refuse(signal.reason);
  return true;
}

/** What fails for one question leaves the others their answers. */
function answerOne(asker: Asker, looked: Looked): void {
  if (leaveIfAborted(asker)) return;
  try {
    asker.answer(looked);
  } catch (error) {
    asker.refuse(error);
  }
}

function find({ index, hidden, notices, folders }: Looked, question: string, limit: number): Found {
  const hits = index
    .search(question, { limit: limit + hidden.size, explain: true })
    // What shares only stop words with a question is no answer to it.
    .filter(({ key, coverage }) => coverage > 0 && !hidden.has(key))
    .slice(0, limit)
    .flatMap((hit) => foundMemory(folders, hit));
  return { hits, total: index.size - hidden.size, notices };
}

/** Turns of the event loop in which nobody new must come; they take microseconds where nothing else happens. */
const quietTurns = 2;
/** However many come, the first of them does not wait for ever. */
const mostWaits = 8;
const unsavedAtFirst = 1_000_000;
const leastStep = 1_000;

/** Writing costs as much as reading many: a few changed memories are rather read again. */
function isWorthSaving(unsaved: number, size: number): boolean {
  if (size === 0) return unsaved > 0 && unsaved < unsavedAtFirst;
  return unsaved >= 64 || unsaved * 100 >= size;
}

async function otherWork(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function foundMemory(folders: readonly SeenFolder[], hit: SearchHit): FoundMemory[] {
  const folder = folders.find(({ remembered }) => hit.key.startsWith(`${remembered.path}/`));
  const at =
    folder === undefined
      ? -1
      : placeOfName(folder.remembered, hit.key.slice(folder.remembered.path.length + 1));
  return folder === undefined || at < 0 ? [] : [{ ...knownMemory(folder, at), ...hit }];
}

function knownMemory({ folder, remembered }: SeenFolder, at: number): KnownMemory {
  const name = remembered.names[at] ?? "";
  const path = keyOf(remembered, name) as StoragePath;
  const slug = name.slice(0, -".md".length);
  const { problem: _problem, ...facts } = factsAt(remembered, at);
  return {
    ...facts,
    id: `${folder.scope}/${slug}`,
    slug,
    scope: folder.scope,
    path,
    file: join(remembered.place, name),
    isShared: folder.isShared,
    fileTime: folder.stamps.modified[placeOfName(folder.stamps, name)] ?? 0,
  };
}

function newestMemories({ folders, hidden }: Refreshed, limit: number): KnownMemory[] {
  const all = folders.flatMap((seen) =>
    [...seen.remembered.names.keys()]
      .filter((at) => hasState(seen.remembered, at, state.indexed))
      .map((at) => knownMemory(seen, at)),
  );
  const timed = all
    .filter(({ path }) => !hidden.has(path))
    .map((memory) => ({ memory, time: timeOf(memory) }))
    .toSorted((left, right) => right.time - left.time || (left.memory.id < right.memory.id ? -1 : 1));
  return timed.slice(0, limit).map(({ memory }) => memory);
}

function byScope(left: KnownMemory, right: KnownMemory): number {
  return Number(left.scope !== "user") - Number(right.scope !== "user");
}

function timeOf({ modified, fileTime }: KnownMemory): number {
  return modified === null ? fileTime : Date.parse(modified);
}

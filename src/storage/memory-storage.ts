import { DaybookError } from "../errors/index.ts";
import { fingerprint, toJournalChange } from "./journal.ts";
import { linesToBlank } from "./blank-lines.ts";
import { purgeRecord } from "./purge.ts";
import { splitPath } from "./safe-path.ts";
import type {
  Changed,
  Entry,
  HistoryRecord,
  OpenedLog,
  ReadResult,
  RootName,
  ScopeName,
  Storage,
  StoragePath,
  Transaction,
} from "./storage.ts";
import { createTransaction, isWorthRecord } from "./transaction.ts";

/** What an in-memory storage takes from outside. */
export interface MemoryStorageOptions {
  /** Which roots exist. */
  roots?: readonly RootName[];
  /** Files it begins with, by path. */
  files?: Record<string, string>;
  now?: () => Date;
  newId?: () => string;
}

/** A `Storage` that lives in this process: for tests, and for agents that must leave no trace. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  const roots = new Set(options.roots ?? ["home", "project"]);
  const now = options.now ?? (() => new Date());
  const files = new Map<string, { text: string; modified: number; generation: number }>();
  const histories: Record<ScopeName, HistoryRecord[]> = { user: [], project: [] };
  const openLogs = new Set<string>();
  let generation = 0;
  let nextId = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const newId = options.newId ?? (() => `op-${(nextId += 1)}`);

  for (const [path, text] of Object.entries(options.files ?? {})) put(path, text);

  function put(path: string, text: string | null): void {
    if (text === null) files.delete(path);
    else files.set(path, { text, modified: now().getTime(), generation: (generation += 1) });
  }

  function check(path: string): void {
    const { root } = splitPath(path);
    if (!roots.has(root)) throw new DaybookError("internal", `No ${root} folder is open for ${path}.`);
  }

  async function read(path: StoragePath): Promise<ReadResult> {
    check(path);
    const file = files.get(path);
    return file
      ? { found: true, text: file.text, version: fingerprint(file.text), faithful: true }
      : { found: false };
  }

  async function list(folder: StoragePath | RootName): Promise<Entry[]> {
    check(folder);
    const prefix = `${folder}/`;
    return [...files]
      .filter(([path]) => path.startsWith(prefix) && !path.slice(prefix.length).includes("/"))
      .map(([path, file]) => ({
        path: path as StoragePath,
        name: path.slice(prefix.length),
        bytes: Buffer.byteLength(file.text),
        modified: file.modified,
        stamp: String(file.generation),
        settled: true,
      }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  }

  async function names(folder: StoragePath | RootName): Promise<string[]> {
    return (await list(folder)).map((entry) => entry.name);
  }

  async function applyOne<T>(
    scopes: readonly ScopeName[],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<Changed<T>> {
    const { tx, staged } = createTransaction({ read, list, names, locate, scopes });
    const value = await work(tx);
    const { changes, entry } = await staged();
    const recovered = { completed: [], kept: [] };
    if (!isWorthRecord({ changes, entry })) return { value, recovered };
    for (const change of changes) check(change.path);
    for (const change of changes) put(change.path, change.after);
    const record: HistoryRecord = {
      id: newId(),
      ts: now().toISOString(),
      scopes: [...scopes],
      ...(entry && { entry }),
      changes: changes.map((change) => toJournalChange(change)),
    };
    for (const scope of scopes) histories[scope].push(record);
    return { value, id: record.id, recovered };
  }

  return {
    read,
    list,
    names,
    async stamps(folder) {
      const entries = await list(folder);
      return {
        names: entries.map(({ name }) => name),
        stamps: Float64Array.from(entries.flatMap(({ stamp }) => [Number(stamp), 0, 0, 0])),
        bytes: Float64Array.from(entries, ({ bytes }) => bytes),
        modified: Float64Array.from(entries, ({ modified }) => modified),
        settled: Uint8Array.from(entries, () => 1),
      };
    },
    async openFolder(folder) {
      check(folder);
      return {
        async read(name, from, to) {
          const path = `${folder}/${name}`;
          splitPath(path);
          return Buffer.from(files.get(path)?.text ?? "").subarray(from, Math.max(from, to));
        },
      };
    },
    async size(path) {
      check(path);
      const file = files.get(path);
      return file === undefined ? null : Buffer.byteLength(file.text);
    },
    async *stream(path, { from = 0, to } = {}) {
      const result = await read(path);
      if (result.found) yield Buffer.from(result.text).subarray(from, to);
    },
    change(scopes, work) {
      const result = queue.then(() => applyOne(scopes, work));
      queue = result.catch(() => undefined);
      return result;
    },
    async *history(scope) {
      for (const record of histories[scope].toReversed()) yield record;
    },
    async purgeHistory(scope, { judge }) {
      const purged = histories[scope].map((record) => purgeRecord(record, judge(record)));
      const changed = purged.filter((record, at) => record !== histories[scope][at]).length;
      histories[scope] = purged;
      return changed;
    },
    async openLog(path): Promise<OpenedLog> {
      check(path);
      if (openLogs.has(path)) return { busy: true, holder: "this process" };
      openLogs.add(path);
      return { busy: false, log: memoryLog(path) };
    },
    async moveLog(from, to, { stamp } = {}) {
      check(from);
      check(to);
      if (openLogs.has(from) || openLogs.has(to)) return "busy";
      const state = stateOfLog(from, stamp);
      if (state !== "ready") return state;
      if (files.has(to)) return "exists";
      put(to, files.get(from)?.text ?? "");
      put(from, null);
      return "done";
    },
    async removeLog(path, { stamp } = {}) {
      check(path);
      if (openLogs.has(path)) return "busy";
      const state = stateOfLog(path, stamp);
      if (state !== "ready") return state;
      put(path, null);
      return "done";
    },
    async appendLine(path, line, { setAsideAt }) {
      check(path);
      addLines(path, [line]);
      const text = files.get(path)?.text ?? "";
      if (Buffer.byteLength(text) - Buffer.byteLength(line) - 1 < setAsideAt) return;
      put(`${path}.old`, text);
      put(path, null);
    },
    async blankLines(path, isGone) {
      check(path);
      const bytes = Buffer.from(files.get(path)?.text ?? "");
      const places = linesToBlank(bytes, isGone);
      for (const { start, end } of places) bytes.fill(" ", start, end);
      if (places.length > 0) put(path, bytes.toString("utf8"));
      return places.length;
    },
    locate,
    has: (root) => roots.has(root),
  };

  function stateOfLog(path: string, stamp: string | undefined): "ready" | "missing" | "changed" {
    const file = files.get(path);
    if (file === undefined) return "missing";
    return stamp === undefined || stamp === String(file.generation) ? "ready" : "changed";
  }

  function addLines(path: string, lines: readonly string[]): void {
    if (lines.some((line) => line.includes("\n"))) {
      throw new DaybookError("internal", "A log line holds a line end.");
    }
    const old = files.get(path)?.text ?? "";
    put(path, `${old}${old === "" || old.endsWith("\n") ? "" : "\n"}${lines.join("\n")}\n`);
  }

  function memoryLog(path: string) {
    return {
      async append(given: string | readonly string[]) {
        const lines = typeof given === "string" ? [given] : given;
        if (lines.length > 0) addLines(path, lines);
      },
      get bytes() {
        return Buffer.byteLength(files.get(path)?.text ?? "");
      },
      async close() {
        openLogs.delete(path);
      },
    };
  }
}

function locate(path: StoragePath | RootName): string {
  return `/${path}`;
}

import { createHash } from "node:crypto";

import { isRecord } from "../text/index.ts";
import type {
  FileChange,
  HistoryEntry,
  HistoryRecord,
  JournalChange,
  JournalSplice,
  ScopeName,
} from "./storage.ts";

/**
 * The journal's form: one JSON object a line. A record line holds a whole step (all files,
 * before and after); a line `{"done":ID}` says that the step was applied, `{"dropped":ID}` that it was taken back. The journal is the
 * history as well, so it is only ever appended to; a step that failed and was rolled back is
 * cut off again by the writer that wrote it, under its lock.
 *
 * A changed file is kept as one splice between two fingerprints: a whole body for a new or a
 * removed memory, one line for an index of a thousand. So the history grows with what was
 * written, not with the size of the index.
 */

/** First 16 hex digits of the SHA-256 of the text's UTF-8 bytes. */
export function fingerprint(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** Both sides of a change in bytes, where the caller has them already. */
export interface ChangedBytes {
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** `FileChange` to the form the journal keeps. */
export function toJournalChange(
  { path, before, after, withheld = false }: FileChange,
  bytes: ChangedBytes | { before: string | null; after: string | null } = { before, after },
): JournalChange {
  const splice = spliceBetween(before ?? "", after ?? "");
  return {
    path,
    before: bytes.before === null ? null : fingerprint(bytes.before),
    after: bytes.after === null ? null : fingerprint(bytes.after),
    splice: withheld ? withoutRemoved(splice) : splice,
  };
}

function spliceBetween(before: string, after: string): JournalSplice {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before.slice(start), after.slice(start));
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

function withoutRemoved({ at, removed, inserted }: JournalSplice): JournalSplice {
  return { at, removed: "", inserted, withheld: removed.length };
}

// Slices are compared by memcmp, which makes a long index some ten times faster than a walk by characters.
const STRIDE = 512;

function commonPrefix(left: string, right: string): number {
  let at = 0;
  while (at + STRIDE <= left.length && left.slice(at, at + STRIDE) === right.slice(at, at + STRIDE))
    at += STRIDE;
  while (at < left.length && at < right.length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

function commonSuffix(left: string, right: string): number {
  let at = 0;
  const strideOf = (text: string) => text.slice(text.length - at - STRIDE, text.length - at);
  while (at + STRIDE <= Math.min(left.length, right.length) && strideOf(left) === strideOf(right))
    at += STRIDE;
  const same = () => left.charCodeAt(left.length - 1 - at) === right.charCodeAt(right.length - 1 - at);
  while (at < left.length && at < right.length && same()) at += 1;
  return at;
}

export type Replayed = { matches: true; text: string | null } | { matches: false };

/** The text after the change, when `current` is the text before it. */
export function applyChange(change: JournalChange, current: string | null): Replayed {
  const { at, removed, inserted, withheld = removed.length } = change.splice;
  return replay(current, { from: change.before, to: change.after, at, length: withheld, inserted });
}

/** The text before the change, when `current` is the text after it. */
export function revertChange(change: JournalChange, current: string | null): Replayed {
  const { at, removed, inserted, withheld } = change.splice;
  if (withheld !== undefined) return { matches: false };
  return replay(current, {
    from: change.after,
    to: change.before,
    at,
    length: inserted.length,
    inserted: removed,
  });
}

function replay(
  current: string | null,
  step: { from: string | null; to: string | null; at: number; length: number; inserted: string },
): Replayed {
  if (!isAt(step.from, current)) return { matches: false };
  if (step.to === null) return { matches: true, text: null };
  const text = current ?? "";
  const next = text.slice(0, step.at) + step.inserted + text.slice(step.at + step.length);
  return fingerprint(next) === step.to ? { matches: true, text: next } : { matches: false };
}

/** Whether `current` is the content that `print` stands for. */
export function isAt(print: string | null, current: string | null): boolean {
  return current === null ? print === null : print === fingerprint(current);
}

/** A record with what only the file adapter needs. */
export interface JournalRecord extends HistoryRecord {
  /** Folder name of the project whose `project` and `shared` paths these are. */
  project?: string;
}

export type JournalLine =
  | { kind: "record"; record: JournalRecord }
  | { kind: "done"; id: string }
  | { kind: "dropped"; id: string };

/** What a line behind a record says of it: it was applied, or it was taken back by a later writer. */
export type JournalMark = { done: string } | { dropped: string };

/** One line of the journal, without its line end. */
export function renderRecord(record: JournalRecord): string {
  const { id, ts, scopes, entry, changes, project, shared } = record;
  return JSON.stringify({ id, ts, scopes, ...entry, project, shared, changes });
}

/** Reads one line; undefined for a torn, foreign or empty one. */
export function parseJournalLine(line: string): JournalLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  if (typeof value["done"] === "string") return { kind: "done", id: value["done"] };
  if (typeof value["dropped"] === "string") return { kind: "dropped", id: value["dropped"] };
  const record = toRecord(value);
  return record && { kind: "record", record };
}

function toRecord(value: Record<string, unknown>): JournalRecord | undefined {
  const { id, ts, scopes, changes, project, shared } = value;
  if (typeof id !== "string" || typeof ts !== "string") return undefined;
  if (!Array.isArray(scopes) || !scopes.every(isScope)) return undefined;
  if (!Array.isArray(changes) || !changes.every(isJournalChange)) return undefined;
  const entry = toEntry(value);
  return {
    id,
    ts,
    scopes,
    changes,
    ...(entry && { entry }),
    ...(typeof project === "string" && { project }),
    ...(typeof shared === "string" && { shared }),
  };
}

function toEntry(value: Record<string, unknown>): HistoryEntry | undefined {
  const { op, scope, slug, by, session, undoes, key } = value;
  if (!isOperation(op) || !isScope(scope) || typeof slug !== "string" || typeof by !== "string")
    return undefined;
  return {
    op,
    scope,
    slug,
    by,
    ...(typeof session === "string" && { session }),
    ...(typeof undoes === "string" && { undoes }),
    ...(typeof key === "string" && { key }),
  };
}

function isJournalChange(value: unknown): value is JournalChange {
  if (!isRecord(value) || typeof value["path"] !== "string") return false;
  if (!isPrint(value["before"]) || !isPrint(value["after"])) return false;
  const splice = value["splice"];
  return (
    isRecord(splice) &&
    Number.isSafeInteger(splice["at"]) &&
    typeof splice["removed"] === "string" &&
    typeof splice["inserted"] === "string" &&
    (splice["withheld"] === undefined || Number.isSafeInteger(splice["withheld"]))
  );
}

function isPrint(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isScope(value: unknown): value is ScopeName {
  return value === "user" || value === "project";
}

function isOperation(value: unknown): value is HistoryEntry["op"] {
  return (
    value === "create" || value === "update" || value === "delete" || value === "undo" || value === "move"
  );
}

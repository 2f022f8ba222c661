import type { Storage, StoragePath } from "../storage/index.ts";
import { checkRecord } from "./check-record.ts";
import type { LoggedRecord } from "./record.ts";

/** The bytes of a log. */
export interface LogSource {
  storage: Storage;
  path: StoragePath;
}

const LINE_END = 10;
/** Bytes that are searched at first. What stands far from the end is searched for in longer and longer parts. */
const FIRST_PART = 64 * 1024;
const LONGEST_PART = 4 * 1024 * 1024;
/** Bytes of a line before its `n`, as daybook writes it. */
const HEAD = 64;
/** A record that is longer than this is not found from the end; the log is then read as a whole. */
const LONGEST_FOUND = 16 * 1024 * 1024;

/**
 * Where the part of a log begins that still matters: at the record that the last usable compaction names as first
 * kept. 0 when the whole log has to be read. It looks from the end, so that it costs what is kept, not what was said.
 */
export async function findLivePart(source: LogSource, bytes: number): Promise<number> {
  const compaction = await findLast(source, { type: "compaction", end: bytes });
  if (compaction === undefined) return 0;
  const needle = Buffer.from(`","n":${compaction.record.firstKept},`);
  for await (const found of foundFromEnd(source, needle, compaction.start)) {
    const start = await lineStartBefore(source, found);
    if (start !== undefined) return start;
  }
  return 0;
}

/** The last record of a type before byte `end`, and where its line begins; undefined when none can be read. */
export async function findLast<T extends LoggedRecord["type"]>(
  source: LogSource,
  { type, end }: { type: T; end: number },
): Promise<{ start: number; record: Extract<LoggedRecord, { type: T }> } | undefined> {
  const needle = Buffer.from(`\n{"type":"${type}","n":`);
  for await (const found of foundFromEnd(source, needle, end)) {
    const record = await recordAt(source, found + 1);
    if (isOfType(record, type)) return { start: found + 1, record };
  }
  return undefined;
}

/** The record whose line begins at byte `start`; undefined when it cannot be read. */
export async function recordAt(source: LogSource, start: number): Promise<LoggedRecord | undefined> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of source.storage.stream(source.path, { from: start, to: start + LONGEST_FOUND })) {
    const end = chunk.indexOf(LINE_END);
    pieces.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end !== -1) break;
  }
  try {
    const checked = checkRecord(JSON.parse(Buffer.concat(pieces).toString("utf8")));
    if (checked.kind !== "known" || checked.record.n === undefined) return undefined;
    return checked.record as LoggedRecord;
  } catch {
    return undefined;
  }
}

function isOfType<T extends LoggedRecord["type"]>(
  record: LoggedRecord | undefined,
  type: T,
): record is Extract<LoggedRecord, { type: T }> {
  return record?.type === type;
}

/** Where a text of bytes stands, from the last place to the first, each found as it is asked for. */
async function* foundFromEnd(source: LogSource, needle: Buffer, end: number): AsyncGenerator<number> {
  let partEnd = end;
  for (let length = FIRST_PART; partEnd > 0; length = Math.min(2 * length, LONGEST_PART)) {
    const from = Math.max(0, partEnd - length);
    // What is cut by the end of this part belongs to it.
    const to = Math.min(end, partEnd + needle.length - 1);
    yield* (await placesOf(source, needle, { from, to })).toReversed();
    partEnd = from;
  }
}

/** Where a text of bytes stands between two bytes of a log, in order. */
async function placesOf(
  { storage, path }: LogSource,
  needle: Buffer,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const places: number[] = [];
  const search = (bytes: Buffer, start: number): void => {
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1))
      places.push(start + at);
  };
  const shorter = needle.length - 1;
  let position = from;
  let before = Buffer.alloc(0);
  for await (const chunk of storage.stream(path, { from, to, isPassing: true })) {
    // What two chunks share is too short to hold it within one of them.
    search(Buffer.concat([before, chunk.subarray(0, shorter)]), position - before.length);
    search(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), position);
    before = Buffer.concat([before, chunk.subarray(-shorter)]).subarray(-shorter);
    position += chunk.length;
  }
  return places;
}

/** Where the line begins in whose head byte `at` stands; undefined when it is no head. */
async function lineStartBefore(source: LogSource, at: number): Promise<number | undefined> {
  const from = Math.max(0, at - HEAD);
  const head = (await bytesOf(source, from, at)).toString("latin1");
  const match = /(^|\n)\{"type":"[a-z_]+$/.exec(head);
  if (match === null || (match[1] === "" && from > 0)) return undefined;
  return from + match.index + (match[1] ?? "").length;
}

async function bytesOf({ storage, path }: LogSource, from: number, to: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of storage.stream(path, { from, to })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

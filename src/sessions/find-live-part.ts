import type { Storage, StoragePath } from "../storage/index.ts";
import { checkRecord } from "./check-record.ts";
import type { LoggedRecord } from "./record.ts";

/** The bytes of a log. */
export interface LogSource {
  storage: Storage;
  path: StoragePath;
}

const LINE_END = 10;
const CHUNK = 256 * 1024;
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
  for (let chunkEnd = end; chunkEnd > 0; chunkEnd -= CHUNK) {
    const from = Math.max(0, chunkEnd - CHUNK);
    // What is cut by the end of this chunk belongs to it.
    const bytes = await bytesOf(source, from, Math.min(end, chunkEnd + needle.length - 1));
    for (
      let at = bytes.lastIndexOf(needle);
      at !== -1;
      at = at === 0 ? -1 : bytes.lastIndexOf(needle, at - 1)
    ) {
      yield from + at;
    }
  }
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

import type { Unnumbered } from "./check-record.ts";
import { readLine } from "./read-line.ts";

/** A wish of the person that stands in a log, and when it was made (ISO; null when not told). */
export interface Wished<Value> {
  value: Value;
  at: string | null;
}

/** What the end of a log tells. */
export interface TailFacts {
  /** ISO time of the last valid message; null where none was found. */
  lastActive: string | null;
  /** Behind it stands a line that cannot be read: something may have been said since. */
  damagedEnd: boolean;
  title: Wished<string> | null;
  pinned: Wished<boolean> | null;
}

export function noTail(): TailFacts {
  return { lastActive: null, damagedEnd: false, title: null, pinned: null };
}

/** A log of which parts are read. */
export interface LogPart {
  bytes: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

const FIRST_WINDOW = 16 * 1024;
const LARGEST_WINDOW = 4 * 1024 * 1024;
const LINE_END = 0x0a;

/**
 * Reads a log from its end until a message is found, at most `limit` bytes: each step back is four times the one
 * before. Titles and pins are those of the bytes that were read for it; `until` says when to stop earlier or later.
 */
export async function readTail(
  { bytes, read }: LogPart,
  { limit, until = hasMessage }: { limit: number; until?: (facts: TailFacts) => boolean },
): Promise<TailFacts> {
  const facts = noTail();
  let before = bytes;
  let rest: Uint8Array = new Uint8Array(0);
  for (
    let size = FIRST_WINDOW;
    before > 0 && bytes - before < limit;
    size = Math.min(size * 4, LARGEST_WINDOW)
  ) {
    const from = Math.max(0, before - size);
    const window = Buffer.concat([await read(from, before), rest]);
    before = from;
    const start = from === 0 ? 0 : window.indexOf(LINE_END) + 1;
    if (start === 0 && from > 0) {
      rest = window;
      continue;
    }
    takeLines(window.subarray(start), facts);
    if (until(facts)) break;
    rest = window.subarray(0, Math.max(0, start - 1));
  }
  return facts;
}

function hasMessage({ lastActive }: TailFacts): boolean {
  return lastActive !== null;
}

/** Takes the whole lines of a window, the last one first. */
export function takeLines(window: Buffer, facts: TailFacts): void {
  for (let end = window.length; end >= 0;) {
    const at = end === 0 ? -1 : window.lastIndexOf(LINE_END, end - 1);
    takeLine(window.subarray(at + 1, end), facts);
    end = at;
  }
}

const wishes = [Buffer.from('"title"'), Buffer.from('"mark"')];

function takeLine(line: Buffer, facts: TailFacts): void {
  // Parsing is what costs: a line that can tell nothing new is passed over.
  if (line.length === 0) return;
  if (facts.lastActive !== null && !wishes.some((wish) => line.includes(wish))) return;
  const { records, damage } = readLine(line, { isFirst: false, isOpen: false });
  if (facts.lastActive === null && records.length === 0) {
    facts.damagedEnd ||= damage.some(({ isLoss }) => isLoss);
  }
  for (const { checked } of records.toReversed())
    if (checked.kind === "known") takeRecord(checked.record, facts);
}

function takeRecord(record: Unnumbered, facts: TailFacts): void {
  if (record.type === "title") facts.title ??= { value: record.title, at: isoOf(record.ts) };
  else if (record.type === "mark") facts.pinned ??= { value: record.pinned, at: isoOf(record.ts) };
  else if (isSaid(record)) facts.lastActive ??= isoOf(record.ts);
}

/** Only what somebody said is activity: not the result that a resume made up for an interrupted call. */
function isSaid(record: Unnumbered): boolean {
  if (record.type === "tool_result") return record.synthetic !== true;
  return record.type === "user" || record.type === "assistant";
}

const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The time of a record, null for one that no clock could tell. */
export function isoOf(text: string | undefined): string | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  if (text === undefined || Number.isNaN(time)) return null;
  return CANONICAL.test(text) ? text : new Date(time).toISOString();
}

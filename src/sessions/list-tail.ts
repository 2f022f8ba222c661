import type { Unnumbered } from "./check-record.ts";
import { readListLine } from "./list-line.ts";
import type { LogPart, TailFacts } from "./log-facts.ts";

export function noTail(): TailFacts {
  return { lastActive: null, damagedEnd: false, title: null, pinned: null };
}

const FIRST_WINDOW = 16 * 1024;
const LARGEST_WINDOW = 4 * 1024 * 1024;
const LINE_END = 0x0a;

/**
 * Reads a log from its end until a message is found, at most `limit` bytes: each step back is four times the one
 * before. Titles and pins are those of the bytes that were read for it; with `forPin` it goes on until a mark is found.
 */
export async function readTail(
  { bytes, read }: LogPart,
  { limit, forPin = false }: { limit: number; forPin?: boolean },
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
    const window = joined(await read(from, before), rest);
    before = from;
    const start = from === 0 ? 0 : window.indexOf(LINE_END) + 1;
    if (start === 0 && from > 0) {
      rest = Buffer.from(window);
      continue;
    }
    takeLines(window.subarray(start), facts, forPin ? holdsMark : isWish);
    if ((forPin ? facts.pinned : facts.lastActive) !== null) break;
    rest = Buffer.from(window.subarray(0, Math.max(0, start - 1)));
  }
  return facts;
}

/** Two pieces of bytes as one, without a copy where one of them is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Buffer {
  if (first.length > 0 && second.length > 0) return Buffer.concat([first, second]);
  const only = first.length > 0 ? first : second;
  return Buffer.isBuffer(only) ? only : Buffer.from(only.buffer, only.byteOffset, only.length);
}

/** Takes the whole lines of a window, the last one first. Parsing is what costs: only lines that may tell more are. */
export function takeLines(window: Buffer, facts: TailFacts, mayTell: LineGuess = isWish): void {
  for (let end = window.length; end >= 0;) {
    const at = end === 0 ? -1 : window.lastIndexOf(LINE_END, end - 1);
    const isWorth = end > at + 1 && (facts.lastActive === null || mayTell(window, { start: at + 1, end }));
    if (isWorth) takeLine(window.subarray(at + 1, end), facts);
    end = at;
  }
}

/** Whether a line may hold more than is known, by a glance at its bytes. */
type LineGuess = (window: Buffer, line: { start: number; end: number }) => boolean;

/** A line as daybook writes it says its type first. */
const TYPE = Buffer.from('{"type":"');
const wishes = [Buffer.from('title"'), Buffer.from('mark"')];

const isWish: LineGuess = (window, { start }) => {
  if (!standsAt(window, start, TYPE)) return true;
  return wishes.some((wish) => standsAt(window, start + TYPE.length, wish));
};

const MARK = Buffer.from('"mark"');
/** A mark may be glued to another record. */
const holdsMark: LineGuess = (window, { start, end }) => window.subarray(start, end).includes(MARK);

/** Whether these bytes stand at that place. */
export function standsAt(window: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (window[start + at] !== bytes[at]) return false;
  return true;
}

function takeLine(line: Buffer, facts: TailFacts): void {
  const { records, isDamaged } = readListLine(line);
  facts.damagedEnd ||= isDamaged && facts.lastActive === null;
  for (const record of records.toReversed()) takeRecord(record, facts);
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

/** The time of a record, null for one that no clock could tell. */
export function isoOf(text: string | undefined): string | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  if (text === undefined || Number.isNaN(time)) return null;
  // The form that daybook writes is left as it is.
  return text.length === 24 && text.endsWith("Z") ? text : new Date(time).toISOString();
}

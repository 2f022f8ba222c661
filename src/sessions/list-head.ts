import { isText } from "../models/index.ts";
import { cutCharacters, isBlank } from "../text/index.ts";
import { readListLine } from "./list-line.ts";
import { isoOf, joined, standsAt } from "./list-tail.ts";
import type { HeadFacts, LogPart } from "./log-facts.ts";
import type { UserRecord } from "./record.ts";

/** What a head is read for, and how far. */
export interface HeadWish {
  /** The name of the file does not tell when the session began. */
  needsCreated: boolean;
  /** Bytes at most. */
  limit: number;
}

const LINE_END = 0x0a;
const FIRST_WINDOW = 16 * 1024;
const LARGEST_WINDOW = 1024 * 1024;
/** So many more than are shown that a secret which begins among those is seen whole. */
const PROMPT_CHARACTERS = 1_000;
/** How a record begins that can hold a prompt. The context of a session, often long, is neither kept nor parsed. */
const PROMPT = Buffer.from('{"type":"user"');
const TYPE = Buffer.from('{"type":"');

/** Reads a log from its beginning until the person speaks. */
export async function readHead({ bytes, read }: LogPart, wish: HeadWish): Promise<HeadFacts> {
  const facts: HeadFacts = { created: null, firstPrompt: null };
  const end = Math.min(bytes, wish.limit);
  let rest: Uint8Array = new Uint8Array(0);
  for (let from = 0, size = FIRST_WINDOW; from < end; size = Math.min(size * 4, LARGEST_WINDOW)) {
    const to = Math.min(end, from + size);
    const piece = await read(from, to);
    const window = joined(rest, piece);
    from = to;
    const taken = takeHead(window, { facts, wish, isEnd: to === bytes });
    if (isDone(facts, wish)) break;
    const open = window.subarray(taken);
    // Of a long line that cannot hold a prompt its first bytes are enough: they say so again.
    const kept = isOther(open, 0, { facts, wish }) ? open.subarray(0, PROMPT.length) : open;
    rest = Buffer.from(kept);
  }
  return facts;
}

interface HeadReading {
  facts: HeadFacts;
  wish: HeadWish;
}

function isDone({ created, firstPrompt }: HeadFacts, { needsCreated }: HeadWish): boolean {
  return firstPrompt !== null && (created !== null || !needsCreated);
}

/** Takes the lines of a window until all is known, and gives where the line begins that is not whole. */
export function takeHead(window: Buffer, { isEnd, ...reading }: HeadReading & { isEnd: boolean }): number {
  let start = 0;
  while (start < window.length && !isDone(reading.facts, reading.wish)) {
    const at = window.indexOf(LINE_END, start);
    if (at < 0 && !isEnd) return start;
    const end = at < 0 ? window.length : at;
    const line = window.subarray(start, end);
    // A prompt may be glued to what stands before it.
    if (!isOther(window, start, reading) || line.includes(PROMPT)) takeLine(line, reading.facts);
    start = end + 1;
  }
  return Math.min(start, window.length);
}

/** A line that says its type first, as daybook writes it, and another one than that of prompts. */
function isOther(window: Buffer, start: number, { facts, wish }: HeadReading): boolean {
  if (wish.needsCreated && facts.created === null) return false;
  return standsAt(window, start, TYPE) && !standsAt(window, start, PROMPT);
}

function takeLine(line: Buffer, facts: HeadFacts): void {
  for (const record of readListLine(line).records) {
    facts.created ??= isoOf(record.type === "session" ? record.created : record.ts);
    if (record.type === "user") facts.firstPrompt ??= promptOf(record);
  }
}

/** The first block of a record that is the person's and holds words. */
function promptOf({ content, from }: Pick<UserRecord, "content" | "from">): string | null {
  for (const [index, block] of content.entries()) {
    // In a garbled line a block may be anything.
    const isWords = from[index] === "person" && typeof block === "object" && block !== null && isText(block);
    if (!isWords || typeof block.text !== "string" || isBlank(block.text)) continue;
    return cutCharacters(block.text.trim(), PROMPT_CHARACTERS);
  }
  return null;
}

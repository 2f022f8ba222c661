import { mayHoldSecret } from "../guard/index.ts";
import type { SecretGate } from "../guard/index.ts";
import { stampWidth } from "../storage/index.ts";
import type { FolderReader, FolderStamps, Storage, StoragePath } from "../storage/index.ts";
import { cutCharacters, isBlank, oneLine } from "../text/index.ts";
import type { ListCache, LogFacts } from "./list-cache.ts";
import { readHead, takeHead } from "./list-head.ts";
import { createdOf, sessionIdOf } from "./list-name.ts";
import { joined, noTail, readTail, takeLines } from "./list-tail.ts";
import type { HeadFacts, LogPart, TailFacts, Wished } from "./log-facts.ts";
import type { SessionMarks } from "./pin-marks.ts";

/** A session as a list shows it. */
export interface ListedSession {
  id: string;
  /** ISO time. */
  created: string;
  /** ISO time of the last valid message, never the file's; null where no message can be read. */
  lastActive: string | null;
  /** What the person called it, else the beginning of the first prompt on one line. */
  title: string | null;
  firstPrompt: string | null;
  bytes: number;
  pinned: boolean;
}

/** The file of a listed log. */
export interface ListedFile {
  name: string;
  bytes: number;
  /** Last change of the content, milliseconds since 1970. */
  modified: number;
}

/** A log of the list with its file, and what else is known for those who act on it. */
export interface FoundSession {
  session: ListedSession;
  file: ListedFile;
  /** The file could be opened. */
  readable: boolean;
  /** Behind its last message stands what cannot be read. */
  damagedEnd: boolean;
}

/** One read gives both ends of a file that is no longer than this. */
const WHOLE = 64 * 1024;
const TAIL_LIMIT = 16 * 1024 * 1024;
const HEAD_LIMIT = 4 * 1024 * 1024;
const TITLE_CHARACTERS = 60;
const PROMPT_CHARACTERS = 500;

/**
 * The sessions of a folder, newest activity first. Whole logs are never opened; empty and damaged ones are listed
 * with what is known, files that are not daybook's and links are left out.
 */
export async function findSessions(
  storage: Storage,
  {
    folder,
    cache,
    marks,
    gate,
  }: { folder: StoragePath; cache: ListCache; marks: SessionMarks; gate: SecretGate },
): Promise<FoundSession[]> {
  const found: FoundSession[] = [];
  const ids = new Set<string>();
  const [folderStamps, reader] = [await storage.stamps(folder), await storage.openFolder(folder)];
  const unreadable = new Set<string>();
  for (const [index, name] of folderStamps.names.entries()) {
    const id = sessionIdOf(name);
    if (id === null) continue;
    const file = fileAt(folderStamps, index);
    const created = createdOf(id);
    const facts = await factsOf(reader, {
      id,
      file,
      cache,
      gate,
      needsCreated: created === null,
    });
    if (facts === null) unreadable.add(name);
    else ids.add(id);
    const session = toListed({ id, created, file, facts: facts ?? unknown, marks });
    found.push({ session, file, readable: facts !== null, damagedEnd: facts?.damagedEnd === true });
  }
  await cache.save(ids);
  const links = unreadable.size === 0 ? unreadable : await linksIn(storage, folder);
  return found
    .filter(({ file }) => !links.has(file.name))
    .toSorted((left, right) => byActivity(left.session, right.session));
}

interface StampedFile extends ListedFile {
  stamp: Float64Array;
  settled: boolean;
}

function fileAt({ names, stamps, bytes, modified, settled }: FolderStamps, index: number): StampedFile {
  return {
    name: names[index] ?? "",
    bytes: bytes[index] ?? 0,
    modified: modified[index] ?? 0,
    stamp: stamps.subarray(index * stampWidth, (index + 1) * stampWidth),
    settled: settled[index] === 1,
  };
}

/** A link cannot be opened here; only when something could not be is it worth a look at what the files are. */
async function linksIn(storage: Storage, folder: StoragePath): Promise<Set<string>> {
  const entries = await storage.list(folder);
  return new Set(entries.flatMap(({ name, linked }) => (linked === true ? [name] : [])));
}

const unknown: LogFacts = { ...noTail(), created: null, firstPrompt: null };

/** Null when the file cannot be opened. */
async function factsOf(
  reader: FolderReader,
  wanted: { id: string; file: StampedFile; cache: ListCache; gate: SecretGate; needsCreated: boolean },
): Promise<LogFacts | null> {
  const { id, file, cache, gate, needsCreated } = wanted;
  const known = cache.get(id, file.stamp);
  if (known !== undefined) return known;
  try {
    const read = await readFacts(partOf(reader, file), needsCreated);
    const facts = await withoutSecrets(read, gate);
    // A gate that cannot look is closed: the session is listed without its words, until it can.
    if (facts === null) return { ...read, title: null, firstPrompt: null };
    if (file.settled) cache.put(id, file.stamp, facts);
    return facts;
  } catch {
    return null;
  }
}

/** A log keeps what was said, but a list is copied into its cache and into other programs. Null where the gate fails. */
async function withoutSecrets(facts: LogFacts, gate: SecretGate): Promise<LogFacts | null> {
  const { title, firstPrompt } = facts;
  try {
    return {
      ...facts,
      title: title === null ? null : { ...title, value: await shownText(title.value, gate) },
      firstPrompt:
        firstPrompt === null ? null : cutCharacters(await shownText(firstPrompt, gate), PROMPT_CHARACTERS),
    };
  } catch {
    return null;
  }
}

async function shownText(text: string, gate: SecretGate): Promise<string> {
  const [secret] = mayHoldSecret(text) ? await gate.check(text) : [];
  return secret === undefined ? text : `[left out: ${secret.kind}]`;
}

const none = Buffer.alloc(0);

async function readFacts(part: LogPart, needsCreated: boolean): Promise<LogFacts> {
  const { bytes, read } = part;
  if (bytes > WHOLE) {
    const tail = await readTail(part, { limit: TAIL_LIMIT });
    return mergeFacts(tail, await readHead(part, { needsCreated, limit: HEAD_LIMIT }));
  }
  const whole = joined(await read(0, bytes), none);
  const tail = noTail();
  takeLines(whole, tail);
  const head: HeadFacts = { created: null, firstPrompt: null };
  takeHead(whole, { facts: head, wish: { needsCreated, limit: bytes }, isEnd: true });
  return mergeFacts(tail, head);
}

function mergeFacts({ lastActive, damagedEnd, title, pinned }: TailFacts, head: HeadFacts): LogFacts {
  return { lastActive, damagedEnd, title, pinned, created: head.created, firstPrompt: head.firstPrompt };
}

/** A log, read through its folder. */
export function partOf(reader: FolderReader, { name, bytes }: ListedFile): LogPart {
  return { bytes, read: (from, to) => reader.read(name, from, to) };
}

function toListed({
  id,
  created,
  file,
  facts,
  marks,
}: {
  id: string;
  created: string | null;
  file: ListedFile;
  facts: LogFacts;
  marks: SessionMarks;
}): ListedSession {
  const mark = marks.of(id);
  const { firstPrompt, lastActive } = facts;
  return {
    id,
    created: created ?? facts.created ?? new Date(file.modified).toISOString(),
    lastActive,
    title: titleOf(latest(facts.title, mark.title), firstPrompt),
    firstPrompt,
    bytes: file.bytes,
    pinned: latest(facts.pinned, mark.pinned) ?? false,
  };
}

/** The later of what the log and what the marks say. */
export function latest<Value>(
  logged: Wished<Value> | null | undefined,
  marked: Wished<Value> | null | undefined,
): Value | undefined {
  if (!logged || !marked) return (logged ?? marked)?.value;
  return (logged.at ?? "") > (marked.at ?? "") ? logged.value : marked.value;
}

function titleOf(given: string | undefined, firstPrompt: string | null): string | null {
  if (given !== undefined && !isBlank(given)) return oneLine(given).trim();
  return firstPrompt === null ? null : cutCharacters(oneLine(firstPrompt).trim(), TITLE_CHARACTERS);
}

/** Newest first; among equals the later id, so that the order never changes by itself. */
function byActivity(left: ListedSession, right: ListedSession): number {
  const [ours, theirs] = [activityOf(left), activityOf(right)];
  if (ours !== theirs) return ours > theirs ? -1 : 1;
  return left.id > right.id ? -1 : 1;
}

/** ISO time of the last sign of life. */
function activityOf({ lastActive, created }: ListedSession): string {
  return lastActive ?? created;
}

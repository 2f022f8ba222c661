import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HeadFacts, TailFacts } from "./log-facts.ts";

/** What a list reads out of one log. */
export interface LogFacts extends TailFacts, HeadFacts {}

/** Facts of logs by the stamps of their files, kept in `cache/` so that the next list opens none of them. */
export interface ListCache {
  get(id: string, stamp: Float64Array): LogFacts | undefined;
  /** Only for settled files: a stamp must stand for one content. */
  put(id: string, stamp: Float64Array, facts: LogFacts): void;
  /** Keeps the facts of these sessions for later. A disk that refuses is no failure: the list is made anew. */
  save(ids: ReadonlySet<string>): Promise<void>;
}

interface Kept {
  /** The numbers of the stamp. */
  stamp: readonly number[];
  facts: LogFacts;
}

function isEqual(kept: readonly number[], stamp: Float64Array): boolean {
  return kept.length === stamp.length && kept.every((part, at) => part === stamp[at]);
}

const HEAD = "daybook session list 4";

/** Opens the derived list of a folder; a file that is not exactly what was written counts as none. */
export async function openListCache(folder: string | null): Promise<ListCache> {
  const path = folder === null ? null : join(folder, "sessions.json");
  const kept = path === null ? new Map<string, Kept>() : await load(path);
  let isChanged = false;
  return {
    get(id, stamp) {
      const found = kept.get(id);
      return found !== undefined && isEqual(found.stamp, stamp) ? found.facts : undefined;
    },
    put(id, stamp, facts) {
      kept.set(id, { stamp: [...stamp], facts });
      isChanged = true;
    },
    async save(ids) {
      for (const id of kept.keys()) {
        if (ids.has(id)) continue;
        kept.delete(id);
        isChanged = true;
      }
      if (path === null || folder === null || !isChanged) return;
      await store({ folder, path }, kept);
    },
  };
}

async function load(path: string): Promise<Map<string, Kept>> {
  try {
    const text = await readFile(path, "utf8");
    const at = text.indexOf("\n");
    const body = text.slice(at + 1);
    if (text.slice(0, at) !== headOf(body)) return new Map();
    return new Map((JSON.parse(body) as Row[]).map(fromRow));
  } catch {
    return new Map();
  }
}

/** One session in the file: its names would be half of it. */
type Row = readonly [
  id: string,
  stamp: readonly number[],
  lastActive: LogFacts["lastActive"],
  damagedEnd: boolean,
  firstPrompt: LogFacts["firstPrompt"],
  title: LogFacts["title"],
  pinned: LogFacts["pinned"],
  created: LogFacts["created"],
];

function toRow([id, { stamp, facts }]: readonly [string, Kept]): Row {
  const { lastActive, damagedEnd, firstPrompt, title, pinned, created } = facts;
  return [id, stamp, lastActive, damagedEnd, firstPrompt, title, pinned, created];
}

function fromRow([id, stamp, lastActive, damagedEnd, firstPrompt, title, pinned, created]: Row): [
  string,
  Kept,
] {
  return [id, { stamp, facts: { lastActive, damagedEnd, firstPrompt, title, pinned, created } }];
}

// The sum covers every byte, so what parses is what this version wrote.
function headOf(body: string): string {
  return `${HEAD} ${createHash("sha256").update(body).digest("hex").slice(0, 32)}`;
}

async function store(
  { folder, path }: { folder: string; path: string },
  kept: ReadonlyMap<string, Kept>,
): Promise<void> {
  const body = JSON.stringify(Array.from(kept, toRow));
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(temporary, `${headOf(body)}\n${body}`, { mode: 0o600, flag: "wx" });
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

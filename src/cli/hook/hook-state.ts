import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodeFiles, replaceWhole } from "../../storage/index.ts";

/** What is remembered of a session of another agent: ids and times, never a word of it. */
export interface HookState {
  /** Fingerprint of what the session was told at its start; null before. */
  briefing: string | null;
  /** It was compacted, and nobody has told it anew what it was told at its start. */
  isCompacted: boolean;
  /** `scope/slug` and version of the memories that it was brought. */
  shown: readonly { id: string; version: string }[];
  /** Of all that it was brought since its start or its compaction, UTF-8. */
  bytes: number;
  /** How many prompts it has had since its start or its compaction, where a host says a compaction too often. */
  prompts: number;
  /** When the person wished something lasting that nobody has been reminded of; ISO time. */
  wishAt: string | null;
}

export const newHookState: HookState = {
  briefing: null,
  isCompacted: false,
  shown: [],
  bytes: 0,
  prompts: 0,
  wishAt: null,
};

/** Where states lie: in the home, since a session may walk from one project to another. May be deleted at any time. */
export interface HookStatePlace {
  home: string;
  host: string;
  /** As the host names it. */
  session: string;
}

const mostShown = 500;
const mostBytes = 256 * 1024;

/** Never fails: what is missing or unreadable is a session of which nothing is known. */
export function readHookState(place: HookStatePlace): HookState {
  try {
    const path = pathOf(place);
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > mostBytes) return newHookState;
    return parseState(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return newHookState;
  }
}

function parseState(value: unknown): HookState {
  const given = value as Partial<Record<keyof HookState, unknown>>;
  const { briefing, isCompacted, shown, wishAt } = given;
  const memories = (Array.isArray(shown) ? (shown as unknown[]) : []).filter(isShown);
  return {
    briefing: typeof briefing === "string" ? briefing : null,
    isCompacted: isCompacted === true,
    shown: memories,
    bytes: countIn(given.bytes),
    prompts: countIn(given.prompts),
    wishAt: typeof wishAt === "string" ? wishAt : null,
  };
}

function countIn(value: unknown): number {
  return typeof value === "number" && value >= 0 ? value : 0;
}

function isShown(value: unknown): value is HookState["shown"][number] {
  const { id, version } = (value ?? {}) as { id?: unknown; version?: unknown };
  return typeof id === "string" && typeof version === "string";
}

/** Never fails: a state that cannot be kept means that something may be told twice. */
export async function writeHookState(place: HookStatePlace, state: HookState): Promise<void> {
  try {
    const text = JSON.stringify({ ...state, shown: state.shown.slice(-mostShown) });
    await replaceWhole(nodeFiles, { path: pathOf(place), text, mode: 0o600, durable: false });
  } catch {
    // A full or read-only disk: nothing that the other agent needs to hear of.
  }
}

/** Removes the states of sessions that nobody has gone on with for a month, now and then. Never fails. */
export function sweepHookStates(home: string, now: Date): void {
  try {
    const folder = folderOf(home);
    const names = readdirSync(folder);
    if (names.length < sweepFrom) return;
    for (const name of names) {
      const path = join(folder, name);
      if (now.getTime() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true });
    }
  } catch {
    // There is none yet, or another process sweeps too.
  }
}

const sweepFrom = 100;
const keptMs = 30 * 24 * 60 * 60 * 1000;

function folderOf(home: string): string {
  return join(home, "cache", "hooks");
}

// The name is of the host's making: a fingerprint of it is a safe file name.
function pathOf({ home, host, session }: HookStatePlace): string {
  return join(folderOf(home), `${host}-${fingerprint(session)}.json`);
}

/** 16 hex digits that stand for a text. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

import { isAt, revertChange } from "../../storage/index.ts";
import type { StoragePath } from "../../storage/index.ts";

import type { StoreContext } from "../context.ts";
import { foldersOf, usableFilesIn } from "../folders.ts";
import { allRecords, type MemoryRecord } from "../history.ts";
import { openAll, type OpenedMemory } from "../load.ts";
import { contextOf, type MemoryStoreOptions } from "../store.ts";
import { readTrust } from "../trusted.ts";
import { livesOf, type Life } from "./lives.ts";

/** A memory that a session has to do with. */
export interface SessionMemory {
  /** `scope/slug`. */
  id: string;
  name: string;
  /** Absolute. */
  file: string;
  path: StoragePath;
  version: string;
}

/** What would become of each memory that came out of a session. */
export interface ForgettingPlan {
  session: string;
  /** The session made them: they are deleted. */
  removed: (SessionMemory & {
    /** Somebody changed it since. */
    isChanged: boolean;
  })[];
  /** It only changed them, and nobody did since: they become what they were before. */
  restored: (SessionMemory & {
    /** The whole file as it was. */
    text: string;
  })[];
  /** They stay as they are, and why: a sentence. */
  left: (SessionMemory & { why: string })[];
}

/** Every session that a memory, or a change of one, names. */
export async function sessionsNamed(options: MemoryStoreOptions): Promise<string[]> {
  const context = contextOf(options);
  const inHistory = (await allRecords(context.storage)).flatMap(({ entry }) => entry.session ?? []);
  const inHeaders = (await openEvery(context)).flatMap(({ memory }) => memory.session ?? []);
  return [...new Set([...inHistory, ...inHeaders])];
}

/** What forgetting a session would do; reads only. */
export async function planForgetting(options: MemoryStoreOptions, session: string): Promise<ForgettingPlan> {
  const context = contextOf(options);
  const lives = livesOf(await allRecords(context.storage));
  const plan: ForgettingPlan = { session, removed: [], restored: [], left: [] };
  for (const opened of await openEvery(context)) {
    const life = lives.findLast((each) => each.isAlive && each.paths.at(-1) === opened.memory.path);
    const part = partIn(session, opened, life);
    if (part === "none") continue;
    const memory = sessionMemory(opened);
    if (opened.isHeld) {
      plan.left.push({ ...memory, why: "It is shared and held: `daybook trust` shows it first." });
    } else if (part === "made") {
      plan.removed.push({ ...memory, isChanged: isChangedSince(session, opened, life) });
    } else {
      const before = textBefore(session, opened, life);
      if (before.ok && before.text === opened.text) continue;
      if (before.ok) plan.restored.push({ ...memory, text: before.text });
      else plan.left.push({ ...memory, why: before.why });
    }
  }
  return plan;
}

/** Every memory that may be read. */
export async function openEvery(context: StoreContext): Promise<OpenedMemory[]> {
  const { storage } = context;
  const trust = await readTrust(storage, storage);
  const places = [];
  for (const folder of foldersOf(storage)) {
    if (folder.isShared && trust === null) continue;
    for (const name of await usableFilesIn(storage, folder)) places.push({ folder, name });
  }
  return openAll({ storage, reader: storage, trust }, places);
}

/** What is known of it when it is to be changed later. */
export function sessionMemory({ memory }: OpenedMemory): SessionMemory {
  const { id, name, file, path, version } = memory;
  return { id, name, file, path, version };
}

/** The history decides what a session did; without one the header does. */
function partIn(
  session: string,
  { memory }: OpenedMemory,
  life: Life | undefined,
): "made" | "changed" | "none" {
  if (life === undefined) return memory.session === session ? "made" : "none";
  if (life.bornIn === session) return "made";
  return life.records.some(({ entry }) => entry.session === session) ? "changed" : "none";
}

function isChangedSince(session: string, { text, memory }: OpenedMemory, life: Life | undefined): boolean {
  if (life === undefined) return false;
  const isOthers = standing(life.records).some(({ entry }) => entry.session !== session);
  return isOthers || !isAsWritten(life.records.at(-1), memory.path, text);
}

function isAsWritten(record: MemoryRecord | undefined, path: StoragePath, text: string): boolean {
  const change = record?.changes.find((each) => each.path === path);
  return change === undefined || isAt(change.after, text);
}

/** Without changes that were taken back, and what took them back. */
function standing(records: readonly MemoryRecord[]): MemoryRecord[] {
  const ids = new Set(records.map(({ id }) => id));
  const undone = new Set(records.flatMap(({ entry }) => entry.undoes ?? []));
  return records.filter(({ id, entry }) => !undone.has(id) && !ids.has(entry.undoes ?? ""));
}

type Before = { ok: true; text: string } | { ok: false; why: string };

/** The text as it was before the session's first change, where nothing else happened since. */
function textBefore(session: string, { memory, text }: OpenedMemory, life: Life | undefined): Before {
  const records = life?.records ?? [];
  const first = records.findIndex(({ entry }) => entry.session === session);
  const was = records[first]?.changes.find(({ path }) => path === memory.path)?.before;
  if (was !== undefined && isAt(was, text)) return { ok: true, text };
  const since = standing(records.slice(first));
  if (since.some(({ entry }) => entry.session !== session)) {
    return { ok: false, why: "It was changed again since, so what it was before cannot come back." };
  }
  let before = text;
  for (const record of since.toReversed()) {
    const change = record.changes.find(({ path }) => path === memory.path);
    const reverted: ReturnType<typeof revertChange> = change
      ? revertChange(change, before)
      : { matches: false };
    if (!reverted.matches || reverted.text === null) {
      return {
        ok: false,
        why: "It was edited, moved or held a secret since, so what it was before cannot come back.",
      };
    }
    before = reverted.text;
  }
  return { ok: true, text: before };
}

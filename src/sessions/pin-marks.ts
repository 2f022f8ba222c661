import { DaybookError } from "../errors/index.ts";
import type { ReadResult, Storage, StoragePath, Transaction } from "../storage/index.ts";
import { isRecord } from "../text/index.ts";
import type { Wished } from "./log-facts.ts";

/** What the person wished for a session beside its log. It also holds where another process writes the log. */
export interface SessionMark {
  pinned?: Wished<boolean>;
  title?: Wished<string>;
  /** ISO time at which it was brought back from the trash; counts as activity. */
  restored?: string;
}

/** The wishes of a project. */
export interface SessionMarks {
  of(id: string): SessionMark;
  /** Why they cannot be read, a sentence; then nobody knows what is pinned. */
  problem: string | null;
}

const marksPath: StoragePath = "project/session-marks.json";

export async function readMarks(storage: Pick<Storage, "read" | "locate">): Promise<SessionMarks> {
  try {
    const marks = parseMarks(await storage.read(marksPath), storage.locate(marksPath));
    return { of: (id) => marks.get(id) ?? {}, problem: null };
  } catch (error) {
    if (!DaybookError.isInstance(error)) throw error;
    return { of: () => ({}), problem: error.message };
  }
}

/** Changes the wishes for one session; `null` forgets them. Fails with `unreadable` where the file is broken. */
export async function changeMark(
  { tx, locate }: { tx: Transaction; locate: Storage["locate"] },
  id: string,
  change: SessionMark | null,
): Promise<void> {
  const marks = parseMarks(await tx.read(marksPath), locate(marksPath));
  if (change !== null) marks.set(id, { ...marks.get(id), ...change });
  else if (!marks.delete(id)) return;
  if (marks.size === 0) tx.remove(marksPath);
  else tx.write(marksPath, `${JSON.stringify(Object.fromEntries(marks), null, 2)}\n`);
}

function parseMarks(read: ReadResult, place: string): Map<string, SessionMark> {
  if (!read.found) return new Map();
  try {
    const marks = Object.entries(JSON.parse(read.text) as Record<string, unknown>);
    if (marks.every(([, mark]) => isMark(mark))) return new Map(marks as [string, SessionMark][]);
  } catch {
    // Told below: a file that is no JSON and one of another form are one case.
  }
  throw new DaybookError(
    "unreadable",
    `${place} cannot be read, so it is not known which sessions are pinned. Mend it, or move it away to begin anew.`,
  );
}

function isMark(mark: unknown): mark is SessionMark {
  if (!isRecord(mark)) return false;
  const { pinned, title, restored } = mark;
  return (
    isWish(pinned, "boolean") &&
    isWish(title, "string") &&
    (restored === undefined || typeof restored === "string")
  );
}

function isWish(wish: unknown, type: "boolean" | "string"): boolean {
  return wish === undefined || (isRecord(wish) && typeof wish["value"] === type);
}

import type { StoragePath } from "../../storage/index.ts";
import { isMemoryFile } from "../../text/index.ts";

import type { MemoryRecord } from "../history.ts";

/**
 * The lives of memories as the history tells them: from the change that made one, through updates and moves, to its
 * end, and on where an undo brought it back. A name that is used again begins another life.
 */
export interface Life {
  /** Session of the change that made it; null for none. */
  bornIn: string | null;
  /** Every change of it, oldest first. */
  records: MemoryRecord[];
  /** Every place it lay in, the last one last. */
  paths: StoragePath[];
  isAlive: boolean;
}

/** All lives, by the records of both scopes, oldest first. */
export function livesOf(records: readonly MemoryRecord[]): Life[] {
  const lives: Life[] = [];
  /** The last life in each place. */
  const last = new Map<StoragePath, Life>();
  for (const record of records) {
    const changes = record.changes.filter(({ path }) => isMemoryPath(path));
    const gone = changes.filter(({ after }) => after === null).flatMap(({ path }) => last.get(path) ?? []);
    for (const { path, before, after } of changes) {
      if (after === null) continue;
      const life =
        continued(record, { before, known: last.get(path), moved: gone[0] }) ?? newLife(record, before);
      if (life.records.length === 0) lives.push(life);
      life.records.push(record);
      life.isAlive = true;
      life.paths = [...life.paths.filter((each) => each !== path), path];
      last.set(path, life);
    }
    for (const life of gone) {
      // One that moved was dealt with where it lies now.
      if (life.records.at(-1) === record) continue;
      life.records.push(record);
      life.isAlive = false;
    }
  }
  return lives;
}

/** The life that goes on in a place; undefined where another begins. */
function continued(
  { entry }: MemoryRecord,
  { before, known, moved }: { before: string | null; known: Life | undefined; moved: Life | undefined },
): Life | undefined {
  if (before !== null) return known;
  return moved ?? (entry.op === "undo" ? known : undefined);
}

function newLife({ entry }: MemoryRecord, before: string | null): Life {
  // Written by hand, or before there was a history: nobody knows what made it.
  const bornIn = before === null ? (entry.session ?? null) : null;
  return { bornIn, records: [], paths: [], isAlive: true };
}

/** Whether a path is a memory's file, in any of the folders. */
export function isMemoryPath(path: StoragePath): boolean {
  const at = path.lastIndexOf("/");
  return /^(?:home|project|shared)\/memory$/.test(path.slice(0, at)) && isMemoryFile(path.slice(at + 1));
}

import { lookAtCorpus, type CorpusFolder, type CorpusLook, type Memory } from "../memory/index.ts";
import type { Storage } from "../storage/index.ts";
import { isMemoryFile } from "../text/index.ts";
import type { Inbox } from "./inbox.ts";
import { findNearDuplicates, type NearDuplicates } from "./near-duplicates.ts";

/** What a tidy finds without a model. */
export interface TidyLook {
  /** The most alike first. Memories of one group lie in one folder: a merge must not carry them to other readers. */
  groups: NearDuplicates<Memory>[];
  /** Memories that were compared. */
  total: number;
  /** Groups that are left out, since the person rejected to merge them. */
  rejected: number;
  /** What could not be compared: sentences for the person. */
  notices: string[];
}

/** Files that are read at once. */
const atOnce = 32;

/** Looks for memories that say nearly the same. Changes nothing, and asks nobody. */
export async function lookForGroups({
  storage,
  inbox,
}: {
  storage: Storage;
  inbox: Pick<Inbox, "rejected">;
}): Promise<TidyLook> {
  const look = await lookAtCorpus(storage);
  const notices = [...look.notices];
  const seen = new Set<string>();
  const groups: NearDuplicates<Memory>[] = [];
  for (const folder of look.folders) {
    const memories = (await readFolder(look, folder, notices)).filter(({ id }) => !seen.has(id));
    for (const { id } of memories) seen.add(id);
    groups.push(...findNearDuplicates(memories));
  }
  const kept = withoutRejected(groups, await inbox.rejected());
  return {
    groups: kept.toSorted((left, right) => right.similarity - left.similarity),
    total: seen.size,
    rejected: groups.length - kept.length,
    notices,
  };
}

/** The memories of a folder that may be shown. */
async function readFolder(look: CorpusLook, folder: CorpusFolder, notices: string[]): Promise<Memory[]> {
  const names = folder.stamps.names.filter(isMemoryFile);
  const memories: Memory[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const opened = await Promise.all(names.slice(at, at + atOnce).map((name) => look.open(folder, name)));
    for (const each of opened) {
      if (each === null || (each.isRead && !look.mayShow(folder, each.mark))) continue;
      if (each.problem !== null) notices.push(each.problem);
      else if (each.isRead) memories.push(each.memory);
    }
  }
  return memories;
}

/** Groups that are not, whole, what the person did not want merged: one more memory makes another question of it. */
function withoutRejected(
  groups: readonly NearDuplicates<Memory>[],
  rejected: Awaited<ReturnType<Inbox["rejected"]>>,
): NearDuplicates<Memory>[] {
  const apart = rejected.filter(({ op }) => op === "merge").map(({ targets }) => targets.map(({ id }) => id));
  return groups.filter(({ memories }) => {
    const ids = memories.map(({ id }) => id);
    return !apart.some((together) => ids.every((id) => together.includes(id)));
  });
}

import { madeBefore, type Once } from "../memory/index.ts";
import type { HistoryEntry, Storage } from "../storage/index.ts";

/**
 * The change that came of an item before: it was kept, or it waited under this id and the person accepted it. Null where
 * neither was; also when it was undone since it counts.
 */
export async function doneBefore(
  storage: Storage,
  { id, once }: { id: string; once: Once },
): Promise<HistoryEntry | null> {
  return (await madeBefore(storage, once)) ?? acceptedSince(storage, { id, since: once.since });
}

async function acceptedSince(
  storage: Storage,
  { id, since }: { id: string; since: Date },
): Promise<HistoryEntry | null> {
  const start = `inbox/${id}/`;
  for (const scope of ["user", "project"] as const) {
    if (!storage.has(scope === "user" ? "home" : "project")) continue;
    for await (const { entry, ts } of storage.history(scope)) {
      if (Date.parse(ts) < since.getTime()) break;
      if (entry?.key?.startsWith(start) !== true) continue;
      // What is accepted is known by when it was proposed: before, it was another item that said the same.
      const [created = ""] = entry.key.slice(start.length).split("/");
      if (Date.parse(created) >= since.getTime()) return entry;
    }
  }
  return null;
}

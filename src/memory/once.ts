import type { HistoryEntry, Storage } from "../storage/index.ts";
import { scopesOf } from "./folders.ts";
import type { Once } from "./types.ts";

/** A clock that was put back must not hide a change. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/** The change that was made under this key, also when it was undone since; null when there was none. */
export async function madeBefore(storage: Storage, { key, since }: Once): Promise<HistoryEntry | null> {
  const oldest = since.getTime() - MARGIN_MS;
  for (const scope of scopesOf(storage)) {
    for await (const { entry, ts } of storage.history(scope)) {
      if (entry?.key === key) return entry;
      if (Date.parse(ts) < oldest) break;
    }
  }
  return null;
}

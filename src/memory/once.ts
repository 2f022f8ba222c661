import type { HistoryEntry, HistoryRecord, Storage } from "../storage/index.ts";
import { scopesOf } from "./folders.ts";
import type { Once } from "./types.ts";

/** A clock that was put back must not hide a change. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/** The change that was made under this key, as a rule also when it was undone since; null when there was none. */
export async function madeBefore(
  storage: Storage,
  { key, since, standing }: Once,
): Promise<HistoryEntry | null> {
  const oldest = since.getTime() - MARGIN_MS;
  for (const scope of scopesOf(storage)) {
    const takenBack = createTakenBack();
    for await (const record of storage.history(scope)) {
      const { entry, ts } = record;
      if (entry?.key === key && !(standing === true && takenBack.holds(record, entry))) return entry;
      if (entry !== undefined) takenBack.add(record, entry);
      if (Date.parse(ts) < oldest) break;
    }
  }
  return null;
}

interface TakenBack {
  /** Newest first. */
  add(record: Pick<HistoryRecord, "id">, entry: HistoryEntry): void;
  holds(record: Pick<HistoryRecord, "id">, entry: HistoryEntry): boolean;
}

/** Which changes later ones took back. */
function createTakenBack(): TakenBack {
  const undone = new Set<string>();
  const later = new Set<string>();
  return {
    add({ id }, { op, slug, undoes }) {
      if (undoes !== undefined) undone.add(undoes);
      else if (!undone.has(id)) later.add(`${op} ${slug}`);
    },
    holds: ({ id }, { op, slug }) =>
      undone.has(id) || later.has(`${op === "delete" ? "create" : "delete"} ${slug}`),
  };
}

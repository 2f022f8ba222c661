import { DaybookError } from "../errors/index.ts";
import type { Storage, Transaction } from "../storage/index.ts";
import { findTrashed } from "./find.ts";
import { sessionIdsIn, trashPath } from "./list-name.ts";
import { changeMark } from "./pin-marks.ts";
import { trashedFiles } from "./retention.ts";
import { sessionFolder, sessionPath } from "./session-path.ts";

/**
 * Brings a session back and gives its id. Being brought back counts as activity, so that the next start does not
 * put it away again. Fails with `not-found`, `ambiguous`, `conflict` where one of that id is there, `locked`.
 */
export async function restoreSession(
  {
    storage,
    now,
    ensureProject,
  }: {
    storage: Storage;
    now: () => Date;
    ensureProject?: (tx: Transaction) => Promise<void>;
  },
  given: string,
): Promise<string> {
  const trashed = [...(await trashedFiles(storage)).keys()];
  const id = findTrashed(given, trashed, await sessionIdsIn(storage, sessionFolder));
  // First: a move that is not followed by it would be undone by the next start.
  await storage.change(["project"], async (tx) => {
    await ensureProject?.(tx);
    await changeMark({ tx, locate: storage.locate }, id, { restored: now().toISOString() });
  });
  const outcome = await storage.moveLog(trashPath(id), sessionPath(id));
  if (outcome === "done") return id;
  const [code, sentence] = refusals[outcome];
  throw new DaybookError(code, sentence.replaceAll("ID", id), { data: { id } });
}

const refusals = {
  missing: ["not-found", "The session ID is no longer in the trash."],
  busy: ["locked", "Another process is using the session ID; try again."],
  changed: ["conflict", "The session ID changed meanwhile; try again."],
  exists: ["conflict", "There already is a session ID; the one in the trash was left there."],
} as const;

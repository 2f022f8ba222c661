import type { RecallMode } from "../events/index.ts";
import type { Model } from "../models/index.ts";
import { createRecall, type Recall } from "../recall/index.ts";
import type { SessionLog } from "../sessions/index.ts";
import type { Daybook } from "./daybook.ts";

/** How the memories for a prompt are chosen. */
export interface RecallWish {
  /** The settings' wish, else `auto`. */
  recall?: RecallMode;
  /** Whom a side query asks; the model of the conversation when left out. */
  sideModel?: Model;
}

/** Recall for the conversation that goes into this log. */
export function sessionRecall(
  { search, store, settings, events, host }: Daybook,
  { log, recall, sideModel }: RecallWish & { log: Pick<SessionLog, "id"> },
): Recall {
  return createRecall({
    index: search,
    store,
    mode: recall ?? settings.recall ?? "auto",
    limits: settings.limits,
    now: host.now,
    events,
    // Asked at the end of a turn: a new session gets its final id with its first record.
    session: () => log.id,
    ...(sideModel === undefined ? {} : { sideModel }),
  });
}

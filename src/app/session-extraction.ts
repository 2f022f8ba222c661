import type { ContextSource } from "../context/index.ts";
import type { ExtractMode } from "../events/index.ts";
import type { Extraction, FollowedSession } from "../extraction/index.ts";
import type { Model } from "../models/index.ts";
import type { Daybook } from "./daybook.ts";

/** How notes are taken of what is said in this process. */
export interface ExtractionWish {
  /** The settings' wish when left out, else by the model: `auto`, and `off` for a script. */
  extract?: ExtractMode;
  /** Whom is asked; the model of the conversation when left out. */
  sideModel?: Model;
  /** The process ends with its first answer: what is said in it is read at a later start. */
  isShort?: boolean;
}

/** Extraction for all conversations of this process. Its code is loaded here: most commands take no notes. */
export async function openExtraction(
  daybook: Daybook,
  { extract = daybook.settings.extract, sideModel, isShort = false }: ExtractionWish = {},
): Promise<Extraction> {
  const { createExtraction, createTurnReader } = await import("../extraction/index.ts");
  const { storage, storeOptions, store, search, sessions, settings, events, host } = daybook;
  const { limits } = settings;
  const { gate } = storeOptions;
  return createExtraction({
    sessions,
    storage,
    store,
    events,
    limits,
    isShort,
    now: host.now,
    inbox: daybook.inbox,
    read: createTurnReader({ index: search, store, storage, gate, limits, now: host.now }),
    ...(extract === undefined ? {} : { mode: extract }),
    ...(sideModel === undefined ? {} : { sideModel }),
  });
}

/** What reminds the model of a standing wish, with the prompt after it. */
export function reminderSource({ reminder }: Pick<FollowedSession, "reminder">): ContextSource {
  return {
    name: "note",
    placement: "turn",
    async load() {
      const text = await reminder();
      return text === null ? null : { text };
    },
  };
}

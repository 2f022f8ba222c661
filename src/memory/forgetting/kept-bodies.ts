import type { Storage } from "../../storage/index.ts";

import { slugOf } from "../folders.ts";
import { parseMemory } from "../format.ts";
import { allRecords } from "../history.ts";
import { isMemoryPath } from "./lives.ts";

/** Bodies, trimmed, of the memories that the person's own hand made in a session, also where they are gone again. */
export async function bodiesKeptIn(storage: Storage, session: string): Promise<Set<string>> {
  const bodies = new Set<string>();
  for (const { entry, changes } of await allRecords(storage)) {
    if (entry.session !== session || entry.by !== "user" || entry.op !== "create") continue;
    for (const { path, before, splice } of changes) {
      if (before !== null || !isMemoryPath(path)) continue;
      const { body } = await parseMemory(splice.inserted, slugOf(path.slice(path.lastIndexOf("/") + 1)));
      bodies.add(body.trim());
    }
  }
  return bodies;
}

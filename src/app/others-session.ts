import { basename, dirname, join } from "node:path";
import { DaybookError } from "../errors/index.ts";
import { findSession, sessionsOfProject } from "../sessions/index.ts";
import type { Storage } from "../storage/index.ts";
import { escapeUnseen } from "../text/index.ts";
import type { Daybook } from "./daybook.ts";
import { entriesOf } from "./entries-of.ts";

/**
 * Fails with `conflict`, naming the folder to go to, where the log of a session lies with another project: its inbox,
 * history and log are not open here. `given` is an id or the beginning of one.
 */
export async function refuseOthersSession(daybook: Daybook, given: string): Promise<void> {
  const { storage, home, project } = daybook;
  for (const id of entriesOf(join(home, "projects"))) {
    if (join(home, "projects", id) === project.folder) continue;
    const session = findIn(given, await sessionsOfProject(storage, id).catch(() => []));
    if (session === null) continue;
    const folder = escapeUnseen(await folderOf(storage, id));
    throw new DaybookError(
      "conflict",
      `The session ${session} belongs to the project in ${folder}; run it there. Nothing was changed.`,
      { data: { session, folder } },
    );
  }
}

function findIn(given: string, ids: readonly string[]): string | null {
  try {
    return findSession(given, ids);
  } catch {
    return null;
  }
}

/** Where a person works on a project, as it was last known; else what the home keeps of it. */
async function folderOf(storage: Storage, id: string): Promise<string> {
  const path = `home/projects/${id}/project.json` as const;
  try {
    const read = await storage.read(path);
    const { key } = Object(JSON.parse(read.found ? read.text : "{}")) as { key?: unknown };
    if (typeof key === "string" && key !== "") return basename(key) === ".git" ? dirname(key) : key;
  } catch {
    // Its folder in the home tells as well which one it is.
  }
  return dirname(storage.locate(path));
}

import { DaybookError } from "../errors/index.ts";
import type { StoragePath } from "../storage/index.ts";
import { isSessionId } from "./session-id.ts";

/** The folder of a project's session logs. */
export const sessionFolder = "project/sessions" satisfies StoragePath;

/** The log of a session. Refuses what is no id: it would be a path of somebody's choice. */
export function sessionPath(id: string): StoragePath {
  if (!isSessionId(id)) {
    throw new DaybookError("invalid", `"${id}" is no id of a session; daybook sessions list shows them.`);
  }
  return `${sessionFolder}/${id}.jsonl`;
}

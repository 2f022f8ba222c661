import type { Storage, StoragePath } from "../storage/index.ts";
import { isSessionId } from "./session-id.ts";

/** Id of the session that a file of `sessions/` or `trash/` holds; null for files that are not daybook's. */
export function sessionIdOf(fileName: string): string | null {
  const id = fileName.endsWith(".jsonl") ? fileName.slice(0, -".jsonl".length) : "";
  return isSessionId(id) ? id : null;
}

/** The ids of the sessions that a folder holds. */
export async function sessionIdsIn(storage: Pick<Storage, "names">, folder: StoragePath): Promise<string[]> {
  return (await storage.names(folder)).flatMap((name) => sessionIdOf(name) ?? []);
}

/** When the session began, ISO, as its id tells; null for a day or an hour that no calendar has. */
export function createdOf(id: string): string | null {
  const day = `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;
  const text = `${day}T${id.slice(9, 11)}:${id.slice(11, 13)}:${id.slice(13, 15)}.000Z`;
  const time = Date.parse(text);
  // The 31st of a shorter month and 24 o'clock are taken for the day after.
  const isReal = !Number.isNaN(time) && new Date(time).getUTCDate() === Number(id.slice(6, 8));
  return isReal ? text : null;
}

/** The folder of sessions that rested too long. */
export const trashFolder: StoragePath = "project/trash";

export function trashPath(id: string): StoragePath {
  return `${trashFolder}/${id}.jsonl`;
}

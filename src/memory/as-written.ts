import { isAt, type Storage } from "../storage/index.ts";
import { isOfOtherTree } from "./history.ts";
import type { Memory } from "./types.ts";

/**
 * Whether a memory's file is byte for byte what daybook wrote last. Its header tells who wrote it, but not that a person
 * opened it in an editor since. Not so where the history does not reach back to it.
 */
export async function isAsWritten(
  storage: Storage,
  { path, scope }: Pick<Memory, "path" | "scope">,
): Promise<boolean> {
  const read = await storage.read(path);
  if (!read.found || !read.faithful) return false;
  for await (const record of storage.history(scope)) {
    const change = record.changes.find((each) => each.path === path);
    if (change === undefined || (path.startsWith("shared/") && isOfOtherTree(storage, record))) continue;
    return isAt(change.after, read.text);
  }
  return false;
}

import type { MemoryStore } from "../../memory/index.ts";

const keeping: ReadonlySet<string> = new Set(["create", "update", "move"]);

/** Whether something was kept since the person wished something lasting: then nobody needs to be reminded. */
export async function isKeptSince(store: Pick<MemoryStore, "log">, wishAt: string): Promise<boolean> {
  const newest = await store.log({ limit: 20 });
  return newest.some(
    ({ op, ts }) => keeping.has(op) && Date.parse(ts) >= Math.floor(Date.parse(wishAt) / 1000) * 1000,
  );
}

/** For another agent's model: it has the tools, or the command. */
export const wishReminder =
  "daybook, the person's long-term memory: their message seems to hold a lasting wish or fact (always, never, from now on, remember), and nothing was saved since. If it should hold in later sessions, memory_save keeps it (type feedback for how to work, user for who they are, project or reference for this project), with the reason they gave; a memory that covers it is better updated than doubled. If it was only for this task, nothing needs to be done or said about it.";

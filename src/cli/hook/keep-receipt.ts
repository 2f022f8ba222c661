import type { Book } from "../../app/index.ts";
import { createEventLog, type RecallReceipt } from "../../events/index.ts";

/**
 * Puts a recall beside those of the chat, for `daybook stats`. Never fails. In a known project it costs one line; one
 * that has nothing yet begins with the first memory that it is brought, as with the first that it keeps.
 */
export async function keepReceipt(
  { events, host, project, storage }: Pick<Book, "events" | "host" | "project" | "storage">,
  receipt: RecallReceipt | undefined,
): Promise<void> {
  if (receipt === undefined) return;
  // Known when it was opened, a moment ago: to look again, under a lock, would cost more than the rest of the line.
  if (project.isKnown) await createEventLog({ storage, now: host.now }).record(receipt);
  else if (receipt.delivered.length > 0) await events.record(receipt);
}

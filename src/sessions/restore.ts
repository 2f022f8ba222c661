import { repairsOf, type DamageReport } from "./damage.ts";
import type { ReadHistory } from "./read-history.ts";
import { rebuild, settled } from "./rebuild.ts";
import type { RestoredSession } from "./restored.ts";

/** A conversation and what a resume has to do about it. */
export interface Restoration {
  session: RestoredSession;
  /** Damage that no `repair` record tells of. */
  untold: DamageReport;
  untoldLines: readonly number[];
  /** Calls without a result, as they stand in the log. */
  waiting: readonly string[];
}

/** Puts together what was read of a log. `model` is asked next; the logged one when left out. */
export async function restore(
  id: string,
  { history, linesBefore }: ReadHistory,
  model: string | undefined,
): Promise<Restoration> {
  const rebuilt = rebuild(history, model);
  const { tally } = rebuilt;
  const before = tally.lines.length === 0 ? 0 : await linesBefore();
  return {
    session: {
      id,
      header: history.header,
      messages: settled(rebuilt, history.last + 1),
      context: history.context,
      compaction: history.compaction,
      lastMessageAt: history.lastMessageAt,
      lastUsage: history.lastUsage,
      report: tally.report,
      damagedLines: tally.lines.map((line) => line + before),
      last: history.last,
    },
    untold: repairsOf(tally.untold),
    untoldLines: tally.untoldLines.map((line) => line + before),
    waiting: rebuilt.waiting.map(({ logged }) => logged),
  };
}

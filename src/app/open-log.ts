import type { AgentHistory } from "../agent/index.ts";
import type { ModelInfo } from "../models/index.ts";
import type { ResumedSession, SessionLog } from "../sessions/index.ts";
import type { Daybook } from "./daybook.ts";

/** A log, and what stands in it as an agent goes on from it. */
export interface OpenedLog {
  log: SessionLog;
  /** Left out for a new session. */
  history?: AgentHistory;
  /** Sentences for the person. */
  said: string[];
}

/**
 * The log of a new session, or that of one that goes on: an id, or `latest` of this project. Without the facts of a
 * `model` it is mended for the one that made it.
 */
export async function openLog(
  { sessions, sessionKeeper, cwd }: Daybook,
  { model, resume }: { model: ModelInfo | undefined; resume: string | undefined },
): Promise<OpenedLog> {
  const id = resume === "latest" ? await sessionKeeper.latest() : resume;
  if (id === undefined) return { log: sessions.create(cwd), said: [] };
  if (id === null) {
    return {
      log: sessions.create(cwd),
      said: ["There is no earlier session in this project; this is a new one."],
    };
  }
  const resumed = await sessions.resume(id, { cwd, ...(model && { model: model.id }) });
  return { log: resumed.log, history: historyOf(resumed, model), said: resumed.said };
}

function historyOf({ session, gap }: ResumedSession, model: ModelInfo | undefined): AgentHistory {
  const { messages, context, compaction, lastUsage } = session;
  const answer = messages.findLast(({ role }) => role === "assistant");
  return {
    messages,
    context,
    compaction,
    // Another model counts otherwise.
    lastUsage: answer?.model === model?.id ? lastUsage : null,
    notes: gap?.isLong === true ? [gapNote(gap.days)] : [],
  };
}

function gapNote(days: number): string {
  const time = days === 1 ? "1 day" : `${days} days`;
  return `${time} since the last message of this conversation. What was found out before may be out of date.`;
}

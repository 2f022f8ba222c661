import type { AgentHistory } from "../agent/index.ts";
import type { Model } from "../models/index.ts";
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

/** The log of a new session, or that of one that goes on: an id, or `latest` of this project. */
export async function openLog(
  { sessions, sessionKeeper, cwd }: Daybook,
  { model, resume }: { model: Model; resume: string | undefined },
): Promise<OpenedLog> {
  const id = resume === "latest" ? await sessionKeeper.latest() : resume;
  if (id === undefined) return { log: sessions.create(cwd), said: [] };
  if (id === null) {
    return {
      log: sessions.create(cwd),
      said: ["There is no earlier session in this project; this is a new one."],
    };
  }
  const resumed = await sessions.resume(id, { model: model.info.id, cwd });
  return { log: resumed.log, history: historyOf(resumed, model), said: resumed.said };
}

function historyOf({ session, gap }: ResumedSession, { info }: Model): AgentHistory {
  const { messages, context, compaction, lastUsage } = session;
  const answer = messages.findLast(({ role }) => role === "assistant");
  return {
    messages,
    context,
    compaction,
    // Another model counts otherwise.
    lastUsage: answer?.model === info.id ? lastUsage : null,
    notes: gap?.isLong === true ? [gapNote(gap.days)] : [],
  };
}

function gapNote(days: number): string {
  const time = days === 1 ? "1 day" : `${days} days`;
  return `${time} since the last message of this conversation. What was found out before may be out of date.`;
}

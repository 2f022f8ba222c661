import { compactionThreshold, type AssembledContext, type CompactionPlan } from "../context/index.ts";
import type { Limits } from "../limits/index.ts";
import type { Model, ModelFailure, Usage } from "../models/index.ts";
import { formatCount } from "../text/index.ts";
import type { Conversation } from "./conversation.ts";
import type { AgentEvent } from "./events.ts";
import { requestOf } from "./request.ts";
import type { SessionContext } from "./session-context.ts";
import { openingOf, planWithSummary, planWithout, type Measure } from "./shortening.ts";
import { summarise, summaryRoom, type Summary } from "./summarise.ts";
import type { TokenMeter } from "./token-meter.ts";

/** What a compaction works with. */
export interface CompactionSetting {
  model: Model;
  conversation: Conversation;
  context: SessionContext;
  meter: TokenMeter;
  limits: Pick<Limits, "compactionReserveTokens" | "compactionShare" | "modelSilenceMs">;
  /** Tokens of the model's window, as far as it is known now. */
  window(): number;
  signal: AbortSignal;
  /** Called with what the calls for a summary used together. */
  onSummary(usage: Usage): void;
}

/** Why it is done. */
export interface CompactionReason {
  /** Tokens to come below; the threshold when left out. */
  limit?: number;
  /** The person asked: older turns are summarised also where leaving out outputs would do. */
  asked?: boolean;
  /** What they want kept above all. */
  wish?: string;
}

/** How it ended. `nothing`: nothing could be gained. Nothing was changed either when there is a failure. */
export type CompactionOutcome = "done" | "nothing" | "aborted" | { failure: ModelFailure; message: string };

/** A summary reads a whole window: it may take as long as several silences. */
const SUMMARY_SILENCES = 5;

/** Makes the conversation shorter, the cheapest way that gets it below its limit. */
export async function* compact(
  setting: CompactionSetting,
  reason: CompactionReason = {},
): AsyncGenerator<AgentEvent, CompactionOutcome> {
  // What the shorter request will carry before its messages, before it is decided how short they must be.
  const fresh = await setting.context.reread();
  const measure = { ...(await measureNow(setting, reason)), fresh: fresh.blocks };
  const plan = planWithSummary(measure);
  if (plan === null) return "nothing";
  const { before } = measure;
  yield { type: "compaction", phase: "start", before };
  const summary = plan.firstKept === 0 ? null : await summaryOf(plan, setting, reason);
  if (summary !== null) setting.onSummary(summary.usage);
  if (setting.signal.aborted) {
    yield { type: "compaction", phase: "end", before, after: before, how: "aborted" };
    return "aborted";
  }
  const feasible = summary?.ok === false ? planWithout(measure) : plan;
  if (feasible === null) {
    yield { type: "compaction", phase: "end", before, after: before, how: "failed" };
    return summary?.ok === false ? summary : "nothing";
  }
  await carryOut({ plan: feasible, summary, fresh }, setting);
  const after = setting.meter.next(await requestOf(setting));
  const how = feasible.firstKept === 0 ? "elided" : summary?.ok === false ? "dropped" : "summarised";
  yield { type: "compaction", phase: "end", before, after, how };
  yield { type: "note", text: noteOf(how, { before, after, summary }) };
  return "done";
}

async function measureNow(
  setting: CompactionSetting,
  { limit, asked = false }: CompactionReason,
): Promise<Omit<Measure, "fresh">> {
  const { conversation, limits, meter } = setting;
  const request = await requestOf(setting);
  const before = meter.next(request);
  const window = setting.window();
  const threshold = compactionThreshold(window, limits);
  return { conversation, request, before, limit: limit ?? threshold, window, asked };
}

function summaryOf(
  { firstKept }: CompactionPlan,
  { model, conversation, limits, signal, window }: CompactionSetting,
  { wish }: CompactionReason,
): Promise<Summary> {
  return summarise({
    model,
    messages: conversation.turns.slice(0, firstKept),
    before: conversation.earlier,
    ...(wish === undefined ? {} : { wish }),
    window: window(),
    room: summaryRoom(window()),
    timeoutMs: limits.modelSilenceMs * SUMMARY_SILENCES,
    signal,
  });
}

interface Decision {
  plan: CompactionPlan;
  summary: Summary | null;
  /** What the next request begins with. */
  fresh: AssembledContext;
}

// The record first; then all begins anew, since nothing of the old request can be cached any more.
async function carryOut(
  { plan: { firstKept, elide }, summary, fresh }: Decision,
  setting: CompactionSetting,
): Promise<void> {
  const { conversation, context, meter, window } = setting;
  const isCut = firstKept > 0;
  const blocks = fresh.blocks.filter(({ placement }) => placement === "first-user");
  const dropped = summary?.ok === false ? { dropped: conversation.turns.slice(0, firstKept) } : {};
  const text = summary?.ok === true ? summary.text : conversation.summary;
  const usage = summary?.ok === true ? { usage: summary.usage } : {};
  const opening = openingOf({ blocks, summary: text, window: window(), ...usage, ...dropped });
  await conversation.shorten({ firstKept, elide, ...(isCut ? { opening } : {}) });
  context.renew(fresh);
  meter.forget();
}

function noteOf(
  how: "summarised" | "elided" | "dropped",
  { before, after, summary }: { before: number; after: number; summary: Summary | null },
): string {
  const size = `about ${formatCount(before)} -> ${formatCount(after)} tokens`;
  switch (how) {
    case "elided":
      return `old outputs of tools are left out to save room: ${size}; the session's log keeps them`;
    case "dropped":
      return `older turns could not be summarised and are left out: ${size}; the session's log keeps them${whyNot(summary)}`;
    case "summarised":
      return `older turns were summarised: ${size}`;
  }
}

function whyNot(summary: Summary | null): string {
  return summary?.ok === false ? ` (${summary.message})` : "";
}

import { messageOf } from "../errors/index.ts";
import { estimateTokens } from "../text/index.ts";
import { textOf, type Model, type ModelEvent, type ModelFailure, type Usage } from "./model.ts";

/** One small question beside a conversation. It brings its own material: nothing of the conversation goes with it. */
export interface SideRequest {
  /** What is asked for; scripts know the query by words of it. */
  system: string;
  prompt: string;
  /** Output tokens at most. */
  maxTokens?: number;
}

/** How long a side query may take, and what ends it earlier. */
export interface SideLimits {
  signal?: AbortSignal;
  timeoutMs: number;
  /** Ask no second time of a server that is busy or failed: for what nobody waits for. */
  once?: boolean;
}

/** What came of a side query. `timeout` is the asker's own patience, `aborted` the signal's. */
export type SideAnswer =
  | {
      ok: true;
      text: string;
      usage: Usage;
      /** False where the output limit or a refusal ended it early. */
      whole: boolean;
    }
  | {
      ok: false;
      failure: ModelFailure | "timeout";
      message: string;
      /** With `too-long`: tokens of the window as the server counts them. */
      window?: number;
      /** Of a call that was cut on its way: what the server was sent, as an estimate; it is paid for all the same. */
      usage?: Usage;
    };

/** Asks a question of its own, without tools. Never throws, and returns as soon as time or signal end it, whatever the model does. */
export async function sideQuery(
  model: Model,
  { system, prompt, maxTokens }: SideRequest,
  { signal, timeoutMs, once = false }: SideLimits,
): Promise<SideAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const stopped = (): SideAnswer =>
    signal?.aborted === true
      ? { ok: false, failure: "aborted", message: "Stopped before the answer was complete." }
      : { ok: false, failure: "timeout", message: `No answer within ${timeoutMs / 1000} s.` };
  if (either.aborted) return stopped();
  const cut = (answer: SideAnswer): SideAnswer => ({ ...answer, usage: sentUsage({ system, prompt }) });
  const events = model.stream(
    {
      system: [system],
      messages: [{ role: "user", content: [{ type: "text", text: prompt }] }],
      tools: [],
      side: true,
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    { signal: either },
  );
  try {
    const last = await lastOf(events, { signal: either, once });
    if (last === null || (last.type === "error" && either.aborted)) return cut(stopped());
    const answer = answerOf(last);
    return !answer.ok && answer.failure === "cut-stream" ? cut(answer) : answer;
  } catch (error) {
    return either.aborted ? cut(stopped()) : { ok: false, failure: "server", message: messageOf(error) };
  }
}

/** What a question takes, as far as it can be known before its answer is there. */
export function sentUsage({ system, prompt }: Pick<SideRequest, "system" | "prompt">): Usage {
  const input = estimateTokens(system) + estimateTokens(prompt);
  return { input, output: 0, cacheRead: 0, cacheWrite: 0, estimated: true };
}

type LastEvent = Extract<ModelEvent, { type: "done" | "error" }>;

// Null when the signal came first.
async function lastOf(
  events: AsyncIterable<ModelEvent>,
  { signal, once }: { signal: AbortSignal; once: boolean },
): Promise<LastEvent | null> {
  const iterator = events[Symbol.asyncIterator]();
  const done = new AbortController();
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true, signal: done.signal });
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), ended]);
      if (next === null) {
        void iterator.return?.().catch(() => undefined);
        return null;
      }
      if (next.done === true) throw new Error("The answer broke off without an end.");
      const event = next.value;
      if (event.type === "done" || event.type === "error") return event;
      if (!once || event.type !== "retry") continue;
      void iterator.return?.().catch(() => undefined);
      return { type: "error", failure: event.failure, message: `Not asked again: ${event.reason}.` };
    }
  } finally {
    done.abort();
  }
}

function answerOf(last: LastEvent): SideAnswer {
  if (last.type === "error") {
    const { failure, message, window } = last;
    return { ok: false, failure, message, ...(window === undefined ? {} : { window }) };
  }
  const { stop, usage } = last.message;
  if (stop === "context_exceeded")
    return { ok: false, failure: "too-long", message: "The question fills the model's window." };
  return {
    ok: true,
    text: textOf(last.message),
    usage,
    whole: stop === "end_turn" || stop === "stop_sequence",
  };
}

import { abortedFailure, type Failure } from "./failure.ts";
import type { AssistantMessage, Block, ModelEvent } from "./model.ts";
import { defaultRetryPolicy, retryDelay } from "./retry.ts";
import { sleep } from "./sleep.ts";

/** What one try came to. `delivered` is true once something of the answer was handed on: no retry then. */
export type TryOutcome =
  | { message: AssistantMessage }
  | { failed: Failure; delivered: boolean; partial: Block[] };

/** How an adapter waits; each part may be replaced. */
export interface RetryOptions {
  maxRetries?: number | undefined;
  /** Ends early when the signal aborts. */
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** In [0, 1): the jitter of the back-off. */
  random?: (() => number) | undefined;
}

/** A whole `Model.stream` out of single tries: waits and tries again while nothing has been delivered. */
export async function* withRetries(
  oneTry: () => AsyncGenerator<ModelEvent, TryOutcome, undefined>,
  options: RetryOptions & { signal: AbortSignal | undefined },
): AsyncGenerator<ModelEvent, void, undefined> {
  const { signal, random = Math.random, sleep: wait = sleep } = options;
  const policy = { ...defaultRetryPolicy, maxRetries: options.maxRetries ?? defaultRetryPolicy.maxRetries };
  let waitedMs = 0;
  for (let attempt = 2; ; attempt += 1) {
    const outcome = yield* oneTry();
    if ("message" in outcome) return yield { type: "done", message: outcome.message };
    const { failed, delivered, partial } = outcome;
    const delayMs =
      failed.retry && !delivered
        ? retryDelay({ attempt, random: random(), retryAfterMs: failed.retryAfterMs, waitedMs, policy })
        : undefined;
    if (delayMs === undefined) return yield errorEvent(failed, partial);
    yield { type: "retry", attempt, delayMs, reason: failed.reason, failure: failed.failure };
    waitedMs += delayMs;
    await wait(delayMs, signal);
    if (signal?.aborted === true) return yield errorEvent(abortedFailure, []);
  }
}

function errorEvent({ failure, message, status, window }: Failure, partial: Block[]): ModelEvent {
  return {
    type: "error",
    failure,
    message,
    ...(status !== undefined && { status }),
    ...(window !== undefined && { window }),
    ...(partial.length > 0 && { partial }),
  };
}

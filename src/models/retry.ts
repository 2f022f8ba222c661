/** When and how often a request is tried again. Times are milliseconds. */
export interface RetryPolicy {
  /** Tries after the first one. */
  maxRetries: number;
  /** Wait before the first retry; each further one doubles it. */
  firstDelayMs: number;
  longestDelayMs: number;
  /** All waits of one answer together: a server that asks for longer pauses is not waited for. */
  longestTotalMs: number;
}

export const defaultRetryPolicy: Readonly<RetryPolicy> = {
  maxRetries: 4,
  firstDelayMs: 500,
  longestDelayMs: 16_000,
  longestTotalMs: 60_000,
};

/**
 * How long to wait before try number `attempt` (2 is the first retry), or undefined to give up.
 * `random` in [0, 1) spreads clients that were refused at the same moment.
 */
export function retryDelay(options: {
  attempt: number;
  random: number;
  /** What the server asked for. */
  retryAfterMs?: number | undefined;
  /** What the tries before have waited, together. */
  waitedMs?: number;
  policy?: RetryPolicy;
}): number | undefined {
  const { attempt, random, retryAfterMs = 0, waitedMs = 0, policy = defaultRetryPolicy } = options;
  if (attempt - 1 > policy.maxRetries) return undefined;
  const backOff = Math.min(policy.firstDelayMs * 2 ** (attempt - 2), policy.longestDelayMs);
  const jittered = Math.round(backOff * (0.75 + random / 2));
  const delayMs = retryAfterMs > 0 ? Math.ceil(retryAfterMs) : jittered;
  return waitedMs + delayMs > policy.longestTotalMs ? undefined : delayMs;
}

/** The pause a server asks for in `retry-after-ms` or `retry-after` (seconds or a date); `now` as `Date.now()`. */
export function retryAfterOf(header: (name: string) => string | null, now: number): number | undefined {
  const milliseconds = numberOf(header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const value = header("retry-after");
  const seconds = numberOf(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberOf(value: string | null): number | undefined {
  if (value === null || !/^\s*\d+(\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}

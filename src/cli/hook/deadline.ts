/** How long an answer may take. */
export interface Deadline {
  /** Aborted when what takes long should be given up, so that what is done until then can be kept. */
  readonly signal: AbortSignal;
  /** Resolves when nobody waits for the answer any more. */
  readonly passed: Promise<unknown>;
  /** Resolves when all must be over. */
  readonly over: Promise<unknown>;
  /** The time for all of it, in milliseconds since it was made. */
  move(ms: number): void;
  clear(): void;
}

// The rest is for a process to start and to end in.
const shares = { signal: 0.55, passed: 0.75, over: 0.88 };

export function createDeadline(ms: number): Deadline {
  const began = uptimeMs();
  const ends = { signal: new AbortController(), passed: new AbortController(), over: new AbortController() };
  let timers: NodeJS.Timeout[] = [];
  const clear = (): void => timers.forEach((timer) => clearTimeout(timer));
  const move = (until: number): void => {
    clear();
    timers = (["signal", "passed", "over"] as const).map((end) =>
      setTimeout(() => ends[end].abort(), Math.max(0, until * shares[end] - (uptimeMs() - began))),
    );
  };
  move(ms);
  return {
    signal: ends.signal.signal,
    passed: abortOf(ends.passed.signal),
    over: abortOf(ends.over.signal),
    move,
    clear,
  };
}

/** Milliseconds of a clock that nobody sets. `performance` would have to be loaded first. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}

function abortOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

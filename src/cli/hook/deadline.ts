/** How long an answer may take: first it is asked to stop, then nobody waits for it any more. */
export interface Deadline {
  /** Aborted when what takes long should be given up, so that what is done until then can be kept. */
  readonly signal: AbortSignal;
  /** Resolves when nobody waits any more. */
  readonly passed: Promise<void>;
  /** The time for all of it, in milliseconds since it was made. */
  move(ms: number): void;
  clear(): void;
}

// The rest is for a process to start and to end in.
const shareOfWork = 0.6;
const shareOfAll = 0.8;

export function createDeadline(ms: number): Deadline {
  const stop = new AbortController();
  const began = performance.now();
  let pass = (): void => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let timers: NodeJS.Timeout[] = [];
  const clear = (): void => timers.forEach((timer) => clearTimeout(timer));
  const move = (until: number): void => {
    clear();
    const left = (share: number): number => Math.max(0, until * share - (performance.now() - began));
    timers = [setTimeout(() => stop.abort(), left(shareOfWork)), setTimeout(pass, left(shareOfAll))];
  };
  move(ms);
  return { signal: stop.signal, passed, move, clear };
}

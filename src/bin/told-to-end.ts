/** The part of `process` that is used here. */
export interface SignalledHost {
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  exit(code: number): void;
}

/** What is at work when the process is told to end may take so long; a save that is cut short is mended by the next. */
const FAREWELL_MS = 2_000;

/**
 * Aborts when the process is told to end, instead of ending it. Whatever is still at work then, a save that waits for
 * a lock for one, the process ends soon after; at once when it is told again.
 */
export function toldToEnd(host: SignalledHost = process, farewellMs = FAREWELL_MS): AbortSignal {
  const told = new AbortController();
  const leave = (): void => {
    if (told.signal.aborted) return host.exit(0);
    told.abort();
    setTimeout(() => host.exit(0), farewellMs).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) host.on(signal, leave);
  return told.signal;
}

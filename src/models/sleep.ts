/** A longer timer would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits; ends early, without an error, when the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, longestTimerMs));
    signal?.addEventListener("abort", end, { once: true });
  });
}

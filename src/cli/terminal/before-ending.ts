const endings = ["SIGTERM", "SIGHUP"] as const;

/**
 * Calls `act` before the process ends by itself or by a signal, so that the terminal is left as it was found.
 * Gives a function that takes this back.
 */
export function beforeEnding(act: () => void): () => void {
  const stop = (): void => {
    process.off("exit", act);
    for (const signal of endings) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    stop();
    act();
    // As if nobody had listened, unless others do.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on("exit", act);
  for (const signal of endings) process.on(signal, onSignal);
  return stop;
}

/** Does works of one key one after the other, those of others beside them; one that fails ends only itself. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For leases that are held for a moment: whoever of the same process asks meanwhile would take that for another writer.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const over: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        // Nobody came behind it.
        if (last.get(key) === over) last.delete(key);
      });
    last.set(key, over);
    return result;
  };
}

/** What is read of long texts that come again with every turn of a session: outputs of tools, recalled memories. */

/** UTF-16 units of all texts that are remembered: those of one long session. */
const MOST_CHARACTERS = 1_000_000;
/** Shorter ones are read again as fast as they are found. */
const SHORTEST = 500;

/** The same function, which remembers its answers for the texts that were asked for last. */
export function rememberingTexts<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let characters = 0;
  return (text) => {
    if (text.length < SHORTEST) return read(text);
    const value = known.has(text) ? (known.get(text) as T) : read(text);
    if (!known.delete(text)) characters += text.length;
    known.set(text, value);
    for (const [oldest] of known) {
      if (characters <= MOST_CHARACTERS) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return value;
  };
}

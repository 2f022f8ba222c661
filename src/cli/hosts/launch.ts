/** How another program starts this very daybook. */
export interface Launch {
  /** Absolute path of Node. */
  command: string;
  /** What comes before daybook's own arguments. */
  leading: readonly string[];
  /** Where everything is kept, if not in the usual place; absolute. */
  home?: string;
  platform: NodeJS.Platform;
}

/** The words that start `daybook WORDS...`. */
export function wordsOf({ leading, home }: Launch, words: readonly string[]): string[] {
  return [...leading, ...words, ...(home === undefined ? [] : ["--home", home])];
}

/** The same as one line for the shell that runs hooks. */
export function shellLine(launch: Launch, words: readonly string[]): string {
  const quote = launch.platform === "win32" ? quotedForWindows : quotedForShell;
  return [launch.command, ...wordsOf(launch, words)].map(quote).join(" ");
}

function quotedForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

// A path of Windows holds no double quote.
function quotedForWindows(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}

/** How another program starts this very daybook. */
export interface Launch {
  /** Absolute path of Node. */
  command: string;
  /** What comes before daybook's own arguments. */
  leading: readonly string[];
  /** Where everything is kept, if not in the usual place; absolute. */
  home?: string;
  platform: string;
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

/**
 * Whether these words start daybook as setup writes it: Node and daybook by absolute paths, then exactly `own`, and a
 * home at most. What a person wrote, or added a word to, is theirs.
 */
export function startsDaybook(words: readonly unknown[], own: readonly string[]): boolean {
  const [node, program, ...rest] = words;
  if (!isAbsolutePath(node) || !isAbsolutePath(program) || !/[\\/]daybook(?:\.[cm]?[jt]s)?$/.test(program))
    return false;
  const [option, home, ...more] = rest.slice(own.length);
  const endsThere = rest.length === own.length || (option === "--home" && isAbsolutePath(home));
  return endsThere && more.length === 0 && own.every((word, at) => rest[at] === word);
}

function isAbsolutePath(word: unknown): word is string {
  return typeof word === "string" && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(word);
}

/** The words of a line that `shellLine` could have written; null for any other line. */
export function wordsOfLine(line: string, platform: string): string[] | null {
  const { word, plain } = platform === "win32" ? windowsWords : shellWords;
  const found = line.match(word) ?? [];
  return found.join(" ") === line && found.length > 0 ? found.map(plain) : null;
}

const shellWords = {
  word: /(?:[\w@%+=:,./-]|'[^']*'|\\')+/g,
  plain: (word: string) => word.replaceAll("'\\''", "\0").replaceAll("'", "").replaceAll("\0", "'"),
};
const windowsWords = {
  word: /[\w@+=:,./\\-]+|"[^"]*"/g,
  plain: (word: string) => word.replaceAll('"', ""),
};

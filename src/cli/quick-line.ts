/** The command lines that are read without the declarations of all commands. */

/** What these commands are given. */
export interface QuickGiven {
  words: readonly string[];
  limit?: string;
  explain?: boolean;
}

export interface QuickLine extends QuickGiven {
  name: QuickName;
  json: boolean;
  home?: string;
}

export type QuickName = keyof typeof options;

/** What each of these commands takes beside words. */
const options = {
  search: ["json", "home", "limit"],
  recall: ["json", "home", "explain"],
} as const satisfies Record<string, readonly Option[]>;

type Option = "json" | "explain" | "limit" | "home";

const hasValue: Readonly<Record<Option, boolean>> = { json: false, explain: false, limit: true, home: true };

/**
 * The line, if it is one of these commands, written in the plain way. Else undefined: an unknown option, a missing
 * word, `--help`, `--` are for the full reader, which knows what to say.
 */
export function readQuickLine([name, ...rest]: readonly string[]): QuickLine | undefined {
  if (name === undefined || !Object.hasOwn(options, name)) return undefined;
  const line: QuickLine & { words: string[] } = { name: name as QuickName, words: [], json: false };
  const known: readonly string[] = options[line.name];
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (!word.startsWith("-")) line.words.push(word);
    else if (!known.includes(optionOf(word)) || !takeOption(line, word, rest)) return undefined;
  }
  return line.words.length === 0 ? undefined : line;
}

/** `limit` of `--limit` and `--limit=5`; empty for anything else. */
function optionOf(word: string): string {
  return /^--([a-z]+)(?:=|$)/.exec(word)?.[1] ?? "";
}

/** Takes an option with its value, which may be the next word. False where the value is missing or not wanted. */
function takeOption(line: QuickLine, word: string, rest: string[]): boolean {
  const option = optionOf(word) as Option;
  const equals = word.indexOf("=");
  if (!hasValue[option]) {
    if (option === "json") line.json = true;
    else line.explain = true;
    return equals < 0;
  }
  const value = equals < 0 ? rest.shift() : word.slice(equals + 1);
  if (value === undefined || (equals < 0 && value.startsWith("-"))) return false;
  if (option === "limit") line.limit = value;
  else line.home = value;
  return true;
}

/**
 * Commands a person always allows in a project. Each entry is one command: of a simple one the words
 * count, not the blanks and quotes between them; of one with shell syntax every character. Only an entry
 * that ends in ` *`, which a person writes into `project.json` by hand, allows more words behind it.
 */
import { splitCommand } from "./shell-words.ts";

const ANY_MORE_WORDS = " *";

/** Whether an entry allows exactly this command. */
export function isCommandAllowed(command: string, entries: readonly string[]): boolean {
  const wanted = command.trim();
  const words = wordsOf(wanted);
  return entries.some((entry) => {
    if (entry.trim() === wanted) return true;
    if (words === null) return false;
    const isPrefix = entry.endsWith(ANY_MORE_WORDS);
    const allowed = wordsOf(isPrefix ? entry.slice(0, -ANY_MORE_WORDS.length) : entry);
    if (allowed === null || (isPrefix ? words.length < allowed.length : words.length !== allowed.length)) {
      return false;
    }
    return allowed.every((word, index) => word === words[index]);
  });
}

/** Whether a command may become an entry: `rm *` would be read as more than was shown. */
export function isRememberable(command: string): boolean {
  return !command.trim().endsWith(ANY_MORE_WORDS);
}

function wordsOf(command: string): string[] | null {
  const split = splitCommand(command);
  return split.ok ? split.words : null;
}

import { DaybookError } from "../errors/index.ts";
import { nearest } from "../text/index.ts";
import { commandNames } from "./command-names.ts";

/** The failure for a word that stands where a command would, with the command it may have been meant for. */
export function unknownCommand(word: string): DaybookError {
  if (commandNames.some((name) => name === word)) {
    return new DaybookError(
      "usage",
      `"${word}" is a command and stands first: daybook ${word} …. Options before it, such as -c, are those of a chat.`,
    );
  }
  const [near] = nearest(word, commandNames, 1);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return new DaybookError(
    "usage",
    `There is no command "${word}".${meant} daybook --help lists them; daybook -p "…" asks the model.`,
  );
}

/** The same for a word behind a command that has commands of its own. */
export function unknownPart(command: string, word: string, known: readonly string[]): DaybookError {
  if (known.includes(word)) {
    return new DaybookError(
      "usage",
      `"${word}" stands where nothing more is expected. On its own it is daybook ${command} ${word}.`,
    );
  }
  const [near] = nearest(word, known, 1);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return new DaybookError(
    "usage",
    `daybook ${command} does not know "${word}".${meant} It knows: ${known.join(", ")}.`,
  );
}

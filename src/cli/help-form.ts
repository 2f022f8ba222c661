import { Help } from "commander";
import type { HelpConfiguration } from "commander";

/** Columns of help where a terminal does not say; also the most that lines are easily read at. */
const MOST_COLUMNS = 80;
/** Cells below which a description stands under what it describes. */
const NARROW = 30;
const INDENT = "      ";

/** How wide help is printed for lines of so many cells. */
export function helpWidth(cells: number): number {
  return Math.min(cells, MOST_COLUMNS);
}

/** Text of help, broken at blanks to fit. */
export function wrapHelp(text: string, width: number): string {
  return Object.assign(new Help(), { minWidthToWrap: 1 }).boxWrap(text, width);
}

/** How help is laid out: what is typed and what it does side by side, on a narrow terminal one under the other. */
export const helpForm: HelpConfiguration = {
  minWidthToWrap: 20,
  // That a command takes options goes without saying.
  subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(" [options]", "").trimEnd(),
  optionDescription({ description, argChoices }) {
    if (argChoices === undefined) return description;
    return description.replace(/(?: \(default: .*\))?$/u, (rest) => `: ${argChoices.join(" | ")}${rest}`);
  },
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? MOST_COLUMNS;
    if (description === "" || width - termWidth >= NARROW + INDENT.length) {
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    }
    const lines = wrapHelp(description, width - INDENT.length).replaceAll("\n", `\n${INDENT}`);
    return `  ${term}\n${INDENT}${lines}`;
  },
};

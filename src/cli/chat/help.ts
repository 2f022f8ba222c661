import { wrapSpans } from "../markdown/wrap.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** How a command is typed, and what it does. */
export type HelpRow = readonly [typed: string, help: string];

/** Cells that a column of words needs to be read with ease. */
const NARROW = 30;
/** What is typed at more length stands on a line of its own. */
const MOST_LEFT = 24;
/** Blanks between what is typed and what it does. */
const GAP = 2;
const moreRows: readonly HelpRow[] = [
  ["#text", "keep text as a memory about you, at once"],
  ["@file", "send a file, a folder's list or an image along with the prompt"],
  ["!command", "run a command yourself; its output goes with the next prompt"],
];
const remarks = [
  "/clear is /new, /quit is /exit.",
  "Tab completes. Alt-Enter, or \\ at the end, begins a new line. What you send while it works is sent after.",
  "Esc or Ctrl-C interrupts; Ctrl-C twice at the empty prompt leaves.",
];

/** Prints what can be typed in a chat: the commands, then what is no command. */
export function printHelp(commands: readonly HelpRow[], terminal: Terminal): void {
  const { bold, dim } = terminal.colors;
  const rows = [...commands, ...moreRows];
  const isShort = ([typed]: HelpRow): boolean => typed.length <= MOST_LEFT;
  const left = Math.max(...rows.filter(isShort).map(([typed]) => typed.length)) + GAP;
  const room = terminal.width - left;
  for (const [typed, help] of rows) {
    if (room === Number.POSITIVE_INFINITY) terminal.print(`${bold(typed.padEnd(left - GAP))}  ${dim(help)}`);
    else if (room < NARROW) {
      terminal.print(`${bold(typed)}\n  ${dim(help)}`);
    } else {
      const lines = wrapSpans([{ text: help, paint: dim }], room);
      const indent = `\n${" ".repeat(left)}`;
      const begin = isShort([typed, help]) ? bold(typed.padEnd(left)) : bold(typed) + indent;
      terminal.print(begin + lines.join(indent));
    }
  }
  for (const remark of remarks) terminal.print(dim(remark));
}

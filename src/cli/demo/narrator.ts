import { padWidth } from "../terminal/display-width.ts";
import { showLine } from "../terminal/show.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** How the demo tells its story: handsome in a terminal, plain text when piped. */
export interface Narrator {
  title(text: string, under: readonly string[]): void;
  chapter(text: string): void;
  /** A command line that is run for real. */
  command(text: string): void;
  /** What is typed, and its meaning where it is in another language. */
  typed(text: string, gloss?: string): void;
  /** A line that a process printed or a file holds. */
  quoted(text: string): void;
  /** A file, above its lines. */
  file(path: string): void;
  say(text: string): void;
  /** What to type afterwards, and what it does. */
  next(text: string, what?: string): void;
}

export function createNarrator({ print, colors, isTerminal }: Terminal): Narrator {
  const { bold, cyan, dim, green, yellow } = colors;
  const bar = dim(isTerminal ? "│" : "|");
  let chapters = 0;
  return {
    title: (text, under) => print([bold(text), ...under.map(dim)].join("\n")),
    chapter: (text) => print(`\n${bold(`${(chapters += 1)}. ${text}`)}`),
    command: (text) => print(`\n   ${dim("$")} ${green(text)}`),
    typed: (text, gloss) => {
      print(`   ${cyan(">")} ${cyan(text)}`);
      if (gloss !== undefined) print(`     ${dim(`(${gloss})`)}`);
    },
    quoted: (text) => print(`   ${bar} ${alignCells(text).map(showLine).join("")}`.trimEnd()),
    file: (path) => print(`\n   ${yellow(showLine(path))}`),
    say: (text) => print(`\n${text}`),
    next: (text, what = "") => print(`   ${green(text)}  ${dim(what)}`.trimEnd()),
  };
}

const cellWidths = [11, 14, 7, 8];

/** What prints cells apart by tabs when it is piped, under one another. */
function alignCells(text: string): string[] {
  const cells = text.split("\t");
  return cells.map((cell, index) =>
    index < cells.length - 1 ? padWidth(cell, cellWidths[index] ?? 0) : cell,
  );
}

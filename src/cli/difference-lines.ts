import { diffLines } from "../text/index.ts";
import { showLine } from "./terminal/show.ts";
import type { Colors } from "./terminal/terminal.ts";

/** Two texts as lines of a difference. Marked with signs and not by colour alone: it is read in pipes too. */
export function differenceLines(before: string, after: string, { dim, green, red }: Colors): string[] {
  return diffLines(before, after).lines.map(({ kind, text }) => {
    if (kind === "gap") return dim(`  … ${text} unchanged ${text === "1" ? "line" : "lines"}`);
    const shown = showLine(text);
    if (kind === "same") return `  ${shown}`.trimEnd();
    if (kind === "note") return dim(`  (${shown})`);
    return kind === "added" ? green(`+ ${shown}`) : red(`- ${shown}`);
  });
}

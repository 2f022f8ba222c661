import type { Host } from "../../app/index.ts";
import type { Paint } from "../markdown/styles.ts";
import { wrapSpans } from "../markdown/wrap.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { LivePane } from "./answer-view.ts";

/** The terminal for commands, while a live part is drawn on it: all goes through the pane, nothing beside it. */
export function terminalOver(
  terminal: Terminal,
  { pane, host }: { pane: Pick<LivePane, "print">; host: Pick<Host, "stdout" | "stderr"> },
): Terminal {
  const print = (text: string): void => pane.print(text);
  // Standard error that goes to a file is not on this terminal.
  if (host.stderr.isTTY !== true) return { ...terminal, print };
  const { red, yellow } = terminal.errorColors;
  const said = (paint: Paint, text: string): string =>
    wrapSpans(
      [
        { text: "daybook:", paint },
        { text: ` ${text}`, paint: (words) => words },
      ],
      (host.stdout.columns ?? 80) - 1,
    ).join("\n");
  return {
    ...terminal,
    print,
    notice: (text) => print(said(yellow, text)),
    aside: print,
    problem: (text) => print(said(red, text)),
  };
}

import type { Host } from "../../app/index.ts";
import { wrapPainted } from "../markdown/wrap.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { LivePane } from "./answer-view.ts";

/** The terminal for commands, while a live part is drawn on it: all goes through the pane, nothing beside it. */
export function terminalOver(
  terminal: Terminal,
  { pane, host }: { pane: Pick<LivePane, "print">; host: Pick<Host, "stderr"> },
): Terminal {
  const print = (text: string): void => pane.print(wrapPainted(text, terminal.width - 1));
  const over: Terminal = {
    ...terminal,
    print,
    get width() {
      return terminal.width - 1;
    },
  };
  // Standard error that goes to a file is not on this terminal.
  if (host.stderr.isTTY !== true) return over;
  const { red, yellow } = terminal.errorColors;
  return Object.assign(over, {
    aside: print,
    notice: (text: string) => print(`${yellow("daybook:")} ${text}`),
    problem: (text: string) => print(`${red("daybook:")} ${text}`),
  });
}

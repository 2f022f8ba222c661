import { openDaybook } from "../app/index.ts";
import type { Host } from "../app/index.ts";
import type { CommandContext } from "./command.ts";
import { showLine } from "./terminal/show.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What a command gets, with the options that every command takes. */
export function createContext({
  host,
  terminal,
  json,
  home,
}: {
  host: Host;
  terminal: Terminal;
  json: boolean;
  home?: string;
}): CommandContext {
  return {
    host,
    terminal,
    json,
    open: async ({ quiet = false, needsShared = false } = {}) => {
      const daybook = await openDaybook(host, home === undefined ? {} : { home });
      const { sharedProblem } = daybook.project;
      for (const notice of quiet ? [] : daybook.notices) {
        if (!needsShared || notice !== sharedProblem) terminal.notice(showLine(notice));
      }
      return daybook;
    },
  };
}

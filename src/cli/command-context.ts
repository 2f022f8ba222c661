import type { Book, Host } from "../app/index.ts";
import type { CommandContext } from "./command.ts";
import type { Faces } from "./faces.ts";
import { showLine } from "./terminal/show.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What a command gets, with the options that every command takes; `open` decides how much of the book that is. */
export function createContext<Opened extends Book>({
  host,
  terminal,
  json,
  home,
  open,
  faces,
}: {
  host: Host;
  terminal: Terminal;
  faces?: Faces | undefined;
  json: boolean;
  home?: string;
  open: (host: Host, options: { home?: string }) => Promise<Opened>;
}): CommandContext<Opened> {
  return {
    host,
    terminal,
    faces,
    json,
    open: async ({ quiet = false, needsShared = false } = {}) => {
      const book = await open(host, home === undefined ? {} : { home });
      const { sharedProblem } = book.project;
      for (const notice of quiet ? [] : book.notices) {
        if (!needsShared || notice !== sharedProblem) terminal.notice(showLine(notice));
      }
      return book;
    },
  };
}

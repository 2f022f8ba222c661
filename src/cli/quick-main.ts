import { openBook, processHost } from "../app/index.ts";
import type { Book, Host } from "../app/index.ts";
import { createContext } from "./command-context.ts";
import { recall } from "./commands/recall.ts";
import { search } from "./commands/search.ts";
import { done, type Command } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { QuickGiven, QuickName } from "./quick-line.ts";
import { readQuickLine } from "./quick-line.ts";
import { createTerminal } from "./terminal/terminal.ts";
import { hookHosts } from "./hook/hook-call.ts";
import { readHookLine } from "./hook/hook-line.ts";
import { runHook } from "./hook/run-hook.ts";

const commands: Readonly<Record<QuickName, Command<QuickGiven, Book>>> = { search, recall };

/**
 * The short way for what stands before every prompt, where reading the declarations of all commands would cost as much
 * as a search. Undefined for a line that wants the full reader; else as `main`.
 */
export function quickMain(
  given: readonly string[],
  host: Host = processHost(),
): (() => Promise<number>) | undefined {
  if (given[0] === "hook") return quickHook(given.slice(1), host);
  const line = readQuickLine(given);
  if (line === undefined) return undefined;
  const { name, json, home } = line;
  const terminal = createTerminal(host);
  return async () => {
    try {
      const context = createContext({
        host,
        terminal,
        json,
        ...(home !== undefined && { home }),
        open: openBook,
      });
      return await commands[name](context, line);
    } catch (error) {
      return reportFailure(terminal, error, json);
    }
  };
}

function quickHook(words: readonly string[], host: Host): (() => Promise<number>) | undefined {
  const line = readHookLine(words);
  if (line === undefined) return undefined;
  if (line !== null) return () => runHook(host, line);
  return async () => {
    // An agent hears nothing and goes on; a person who tries it out should know why.
    if (host.stdin.isTTY === true) createTerminal(host).notice(`--host is one of ${hookHosts.join(", ")}.`);
    return done;
  };
}

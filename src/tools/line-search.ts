/**
 * Searches text line by line with a pattern that a model wrote. Threat: `(a+)+$` and its like can run for
 * years on one line, and JavaScript cannot stop its own regular expressions. So they run as a script with a
 * time limit, which the engine ends from outside.
 */
import { createContext, Script } from "node:vm";
import { messageOf, systemCodeOf } from "../errors/index.ts";

/** Finds the lines of a text that match. */
export interface LineSearch {
  /** 0-based numbers of the matching lines, rising; null when it took too long. */
  find(lines: readonly string[]): number[] | null;
  /** Where in a matching line to look; 0 when that takes too long to say. */
  firstMatch(line: string): number;
}

/** The search, or what is wrong with its pattern, as half a sentence. */
export type CompiledSearch = { ok: true; search: LineSearch } | { ok: false; problem: string };

const TIME_LIMIT_MS = 2_000;

/** A search for a regular expression (JavaScript's, with `(?i)` in front understood). */
export function compileSearch({
  pattern,
  ignoreCase,
}: {
  pattern: string;
  ignoreCase: boolean;
}): CompiledSearch {
  const inline = /^\(\?i\)/u.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  if (source === "") return { ok: false, problem: "pattern is empty" };
  const flags = ignoreCase || inline !== null ? "i" : "";
  const expression = compile(source, flags);
  if ("problem" in expression) return { ok: false, problem: expression.problem };
  return { ok: true, search: createSearch(expression.regexp, source) };
}

function createSearch(regexp: RegExp, source: string): LineSearch {
  const findAll = (lines: readonly string[]): number[] => {
    const found: number[] = [];
    for (const [index, line] of lines.entries()) if (regexp.test(line)) found.push(index);
    return found;
  };
  // Without repetition nothing can be slow, and a limit costs a thread for each text.
  const isQuick = !/[*+{?]/u.test(source);
  const limited = isQuick ? <T>(work: () => T): T => work() : createLimiter();
  return {
    find: (lines) => limited(() => findAll(lines)),
    firstMatch: (line) => limited(() => line.search(regexp)) ?? 0,
  };
}

function createLimiter(): <T>(work: () => T) => T | null {
  const script = new Script("run()");
  const task: { run: () => unknown } = { run: () => undefined };
  const context = createContext({ run: () => task.run() });
  return <T>(work: () => T): T | null => {
    task.run = work;
    try {
      return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as T;
    } catch (error) {
      if (systemCodeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
      throw error;
    }
  };
}

// Strict first, for `\p{L}` and whole characters; then as lenient as other tools are with `\-` and `\"`.
function compile(source: string, flags: string): { regexp: RegExp } | { problem: string } {
  try {
    return { regexp: new RegExp(source, `${flags}u`) };
  } catch {
    try {
      return { regexp: new RegExp(source, flags) };
    } catch (error) {
      return {
        problem: `pattern is not a regular expression: ${messageOf(error)}. Put \\ before a character meant literally`,
      };
    }
  }
}

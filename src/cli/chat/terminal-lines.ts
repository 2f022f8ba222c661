import { createInterface, type Interface } from "node:readline";
import type { Host } from "../../app/index.ts";
import type { LineReader } from "./line-reader.ts";
import { PasteFilter, pastedLineEnd } from "./paste-filter.ts";

/** The terminal, and how the chat speaks in it. */
export interface TerminalLinesOptions {
  host: Pick<Host, "stdin" | "stdout" | "onInterrupt">;
  /** What stands before the person's words; may hold colours. */
  prompt: string;
  /** Possible endings of what was typed so far. */
  complete(line: string): string[];
  /** Said after the first Ctrl-C at an empty prompt. */
  leaveHint: string;
}

interface Open {
  lines: Interface;
  filter: PasteFilter;
}

/**
 * Lines typed at a terminal, with history, completion and pastes as one prompt. What is typed while nobody
 * waits is queued. Ctrl-C clears the line; at an empty prompt, twice ends the input. Ctrl-D ends it.
 */
export function createTerminalLines(options: TerminalLinesOptions): LineReader {
  const { stdin, stdout } = options.host;
  const queue: string[] = [];
  const listeners = new Set<() => void>();
  let waiting: ((line: string | null) => void) | null = null;
  let history: string[] = [];
  let ended = false;
  let leaving = false;
  let open: Open | null = start();
  const stopListening = options.host.onInterrupt(interrupt);

  function start(): Open {
    const filter = new PasteFilter(stdin);
    stdin.pipe(filter);
    const lines = createInterface({
      input: filter,
      output: stdout,
      terminal: true,
      history,
      historySize: 200,
      removeHistoryDuplicates: true,
      prompt: options.prompt,
      completer: (line: string) => [options.complete(line), line],
    });
    stdout.write("\u001b[?2004h");
    lines.on("history", (entries) => (history = [...entries]));
    lines.on("line", (line) => deliver(line.replaceAll(pastedLineEnd, "\n")));
    lines.on("SIGINT", interrupt);
    lines.on("close", () => {
      // Closed by the person (Ctrl-D), not by `stop`.
      if (open?.lines !== lines) return;
      stdout.write("\n");
      deliver(null);
    });
    filter.on("keypress", (_text: unknown, key: { name?: string } | undefined) => {
      if (key?.name === "escape" && waiting === null) notify();
    });
    return { lines, filter };
  }

  function stop(): void {
    const current = open;
    open = null;
    if (current === null) return;
    stdout.write("\u001b[?2004l");
    stdin.unpipe(current.filter);
    current.lines.close();
    stdin.pause();
  }

  function deliver(line: string | null): void {
    leaving = false;
    if (line === null) ended = true;
    const resolve = waiting;
    waiting = null;
    if (resolve !== null) resolve(line);
    else if (line !== null) queue.push(line);
  }

  function interrupt(): void {
    if (waiting === null) return notify();
    const typed = open?.lines.line ?? "";
    if (typed === "" && leaving) {
      stdout.write("\n");
      return deliver(null);
    }
    leaving = typed === "";
    stdout.write(leaving ? `\n${options.leaveHint}\n` : "\n");
    // Ctrl-U and Ctrl-K: readline has no other way to empty its line.
    open?.lines.write(null, { ctrl: true, name: "e" });
    open?.lines.write(null, { ctrl: true, name: "u" });
    open?.lines.prompt();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    next() {
      const queued = queue.shift();
      if (queued !== undefined) return Promise.resolve(queued);
      if (ended) return Promise.resolve(null);
      open?.lines.prompt();
      return new Promise((resolve) => (waiting = resolve));
    },
    async suspend(work) {
      stop();
      try {
        return await work();
      } finally {
        open = start();
      }
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopListening();
      stop();
    },
  };
}

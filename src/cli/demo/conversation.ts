import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";

/** One thing that is typed into a chat, and the words after which the next may follow. */
export interface Line {
  text: string;
  until?: string;
}

export interface Conversation {
  command: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  lines: readonly Line[];
  /** Ends the process, and the talk with a failure. */
  signal: AbortSignal;
  /** Called before a line is typed. */
  onTyped(line: Line): void;
  /** Called for each line of either output, as it comes. */
  onOutput(text: string): void;
}

/** What the process said and how it ended. */
export interface Ended {
  output: string;
  code: number | null;
}

/** Talks with a real daybook process over its standard input, a line at a time, and waits for its end. */
export async function converse(conversation: Conversation): Promise<Ended> {
  const { command, cwd, env, lines, signal, onTyped } = conversation;
  const [program = "", ...words] = inOneStream(command);
  const child = spawn(program, words, { cwd, env, signal });
  // A child that ended early is told by its exit code; writing to it must not bring the demo down.
  child.stdin.on("error", () => {});
  const ended = endOf(child, signal);
  const heard = listen(child, conversation.onOutput);
  for (const line of lines) {
    onTyped(line);
    child.stdin.write(`${line.text}\n`);
    if (line.until !== undefined) await Promise.race([heard.until(line.until), ended, patience()]);
  }
  child.stdin.end();
  const code = await ended;
  return { output: heard.text(), code };
}

function endOf(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => {
      // A stopped process may still write for a moment: whoever removes its folder must wait for its end.
      if (!signal.aborted) reject(error);
    });
    child.once("close", resolve);
  });
}

/** Both outputs as one, in the order they were written, where there is a shell to do it. */
function inOneStream(command: readonly string[]): readonly string[] {
  return process.platform === "win32" ? command : ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...command];
}

// A process that says something else than expected is judged at its end; it must not hold up the story.
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 15_000).unref());
}

function listen(child: ChildProcessWithoutNullStreams, onOutput: (text: string) => void) {
  let output = "";
  let waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => {
      output += `${line}\n`;
      onOutput(line);
      for (const wake of waiting) wake();
    });
  }
  const until = (words: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!output.includes(words)) return;
        waiting = waiting.filter((other) => other !== check);
        resolve();
      };
      waiting.push(check);
      check();
    });
  return { text: () => output, until };
}

import { execFile, spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
let opened = 0;

/** Why the tests that need a real terminal cannot run here, or null. */
export function noTerminal(): string | null {
  const found = spawnSync("tmux", ["-V"], { stdio: "ignore" });
  return found.status === 0 ? null : "tmux is not installed here";
}

export interface PaneOptions {
  /** What runs in it, as words. */
  command: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  columns?: number;
  rows?: number;
}

/** One terminal with one program in it, on a tmux server of its own. */
export interface Pane {
  /** Types text as it is. */
  type(text: string): Promise<void>;
  /** Presses keys by tmux's names: `Enter`, `Left`, `C-c`, `Escape`. */
  press(...keys: string[]): Promise<void>;
  /** Pastes as a terminal does, with marks if the program asked for them, or as an old one, without. */
  paste(text: string, options?: { marks?: boolean }): Promise<void>;
  /** What is to be seen, lines without the blanks at their ends. */
  screen(options?: { colours?: boolean; scrollback?: boolean }): Promise<string>;
  /** Waits until the screen fits, and gives it. */
  until(what: string | RegExp | ((screen: string) => boolean)): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 60;
const PATIENCE_MS = 60_000;

/** Starts a program in a terminal; when it ends, `exit CODE` is to be read there. */
export async function openPane({ command, cwd, env, columns = 80, rows = 30 }: PaneOptions): Promise<Pane> {
  opened += 1;
  const socket = `daybook-${process.pid}-${opened}`;
  const file = join(cwd, `..`, `start-${opened}.sh`);
  await writeFile(file, startScript(command, env));
  await chmod(file, 0o700);
  const tmux = async (...words: string[]): Promise<string> => {
    const { stdout } = await run("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...words], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
    });
    return stdout;
  };
  await tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), "-s", "chat", quoted(file));

  async function screen({ colours = false, scrollback = false } = {}): Promise<string> {
    const text = await tmux(
      "capture-pane",
      "-p",
      "-t",
      "chat",
      ...(colours ? ["-e"] : []),
      ...(scrollback ? ["-S", "-"] : []),
    );
    return text
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  }

  return {
    type: async (text) => void (await tmux("send-keys", "-t", "chat", "-l", text)),
    press: async (...keys) => void (await tmux("send-keys", "-t", "chat", ...keys)),
    async paste(text, { marks = true } = {}) {
      await tmux("set-buffer", text);
      await tmux("paste-buffer", ...(marks ? ["-p"] : []), "-t", "chat");
    },
    screen,
    async until(what) {
      const fits = (seen: string): boolean => {
        if (typeof what === "string") return seen.includes(what);
        return what instanceof RegExp ? what.test(seen) : what(seen);
      };
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        const seen = await screen();
        if (fits(seen)) return seen;
        if (Date.now() > end)
          throw new Error(`The terminal never showed ${String(what)}. It shows:\n${seen}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    resize: async (width, height) =>
      void (await tmux("resize-window", "-t", "chat", "-x", String(width), "-y", String(height))),
    close: async () => void (await tmux("kill-server").catch(() => undefined)),
  };
}

// `sleep` keeps the terminal open, so that the last words can be read.
function startScript(command: readonly string[], env: Readonly<Record<string, string>>): string {
  const settings = Object.entries({ PATH: process.env["PATH"] ?? "", ...env });
  const words = settings.map(([name, value]) => quoted(`${name}=${value}`));
  return `#!/bin/sh\nenv -i ${words.join(" ")} ${command.map(quoted).join(" ")}\necho "exit $?"\nexec sleep 600\n`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

import type { Agent } from "../../agent/index.ts";
import { DaybookError } from "../../errors/index.ts";
import { done, failed } from "../command.ts";
import { reportFailure } from "../failure.ts";
import { showLine } from "../terminal/show.ts";
import type { ChatOptions } from "./chat-options.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";
import { completeCommand, isCommand, runCommand } from "./commands.ts";
import { keepText } from "./keep-text.ts";
import { createPipedLines, type LineReader } from "./line-reader.ts";
import { storeOf } from "./memory-command.ts";
import { showTurn } from "./show-turn.ts";
import { createTerminalLines } from "./terminal-lines.ts";

/** What a shell expects of a program that Ctrl-C ended. */
const interrupted = 130;

/**
 * Talks until the input ends or the person leaves. With `prompt` it answers that and ends.
 * Gives the exit code: as in a shell, that of the last line. Fails when no conversation can begin.
 */
export async function runChat(options: ChatOptions): Promise<number> {
  const agent = await begin(options);
  return options.prompt === undefined ? talk(agent, options) : answerOnce(agent, options.prompt, options);
}

// The context is read here, so that what was noticed is said before the first words.
async function begin({ createAgent, terminal }: ChatOptions): Promise<Agent> {
  const agent = await createAgent();
  const { notices } = await agent.context();
  for (const notice of notices) terminal.notice(showLine(notice));
  return agent;
}

async function answerOnce(agent: Agent, prompt: string, options: ChatOptions): Promise<number> {
  const { ok, aborted } = await runTurn(agent, prompt, {
    options,
    onInterrupt: (listener) => options.host.onInterrupt(listener),
  });
  if (aborted) return interrupted;
  return ok ? done : failed;
}

async function talk(agent: Agent, options: ChatOptions): Promise<number> {
  const lines = createLines(options);
  const session: ChatSession = {
    options,
    lines,
    agent,
    async renew() {
      session.agent = await begin(options);
    },
  };
  if (isInteractive(options)) greet(session);
  let exitCode = done;
  try {
    for (;;) {
      const line = await lines.next();
      if (line === null) return exitCode;
      if (line.trim() === "") continue;
      const outcome = await takeLine(line, session);
      exitCode = outcome.ok ? done : failed;
      if (outcome.leave) return exitCode;
    }
  } finally {
    lines.close();
  }
}

async function takeLine(line: string, session: ChatSession): Promise<LineOutcome> {
  const { options } = session;
  try {
    if (isCommand(line.trimStart())) return await runCommand(line.trim(), session);
    // A pasted Markdown text may begin with a heading.
    if (/^\s*#.*$/u.test(line)) return await keepLine(line.trim().slice(1).trim(), session);
    const { ok, aborted } = await runTurn(session.agent, line, {
      options,
      onInterrupt: (listener) => session.lines.onInterrupt(listener),
    });
    // Whoever interrupts a pipe wants it to end.
    return { ok, leave: aborted && !isInteractive(options) };
  } catch (error) {
    reportFailure(options.terminal, error, false);
    return { ok: false };
  }
}

async function keepLine(text: string, session: ChatSession): Promise<LineOutcome> {
  const { terminal } = session.options;
  if (text === "")
    throw new DaybookError("usage", "Write what to keep behind the #, for example #answer me in Chinese.");
  const { action, slug, path, notes } = await keepText(text, storeOf(session));
  const { dim, green } = terminal.colors;
  terminal.print(`${green(action)} user memory ${slug} ${dim(`· ${showLine(path)} · undo: /memory undo`)}`);
  for (const note of notes) terminal.notice(showLine(note));
  return { ok: true };
}

interface TurnDoors {
  options: ChatOptions;
  onInterrupt(listener: () => void): () => void;
}

async function runTurn(
  agent: Agent,
  prompt: string,
  { options, onInterrupt }: TurnDoors,
): Promise<{ ok: boolean; aborted: boolean }> {
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  try {
    const end = await showTurn(agent.run(prompt, { signal: stop.signal }), options);
    const outcome = end?.outcome ?? "failed";
    return { ok: outcome === "answered" || outcome === "max-tokens", aborted: outcome === "aborted" };
  } finally {
    stopListening();
  }
}

function isInteractive({ host }: ChatOptions): boolean {
  return host.stdin.isTTY === true && host.stdout.isTTY === true;
}

function createLines(options: ChatOptions): LineReader {
  const { host, terminal } = options;
  if (!isInteractive(options)) return createPipedLines(host.stdin, (listener) => host.onInterrupt(listener));
  const { cyan, dim } = terminal.colors;
  return createTerminalLines({
    host,
    prompt: cyan("› "),
    complete: completeCommand,
    leaveHint: dim("Ctrl-C again leaves (or /exit)"),
  });
}

function greet({ agent, options: { terminal, store } }: ChatSession): void {
  const { bold, dim } = terminal.colors;
  const memory = store === null ? "without memory" : "remembers";
  terminal.print(`${bold("daybook")} ${dim(`· ${showLine(agent.model.id)} · ${memory} · /help`)}`);
}

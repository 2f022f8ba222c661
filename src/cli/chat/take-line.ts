import { stripVTControlCharacters } from "node:util";
import { DaybookError } from "../../errors/index.ts";
import type { Block } from "../../models/index.ts";
import { reportFailure } from "../failure.ts";
import { showLine, showText } from "../terminal/show.ts";
import { readAttachments } from "./attachments.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";
import { isCommand, runCommand } from "./commands.ts";
import { fenced } from "./fenced.ts";
import { keepText } from "./keep-text.ts";
import { storeOf } from "./memory-command.ts";
import { runTurn } from "./run-turn.ts";
import { isShellLine, runShellLine } from "./shell-line.ts";
import { spend, statusLine } from "./status-line.ts";

/** Does what one line of the person asks for: a command, `#text`, `!command`, else a prompt. Never fails. */
export async function takeLine(line: string, session: ChatSession): Promise<LineOutcome> {
  try {
    if (isCommand(line.trimStart())) return await runCommand(line.trim(), session);
    // A pasted Markdown text may begin with a heading.
    if (/^\s*#.*$/u.test(line)) return await keepLine(line.trim().slice(1).trim(), session);
    // Piped lines may be anybody's; only a person's own hand runs commands.
    if (session.console !== null && isShellLine(line))
      return await runCommandLine(line.trim().slice(1), session);
    return await answer(line, session);
  } catch (error) {
    reportFailure(session.options.terminal, error, false);
    return { ok: false };
  } finally {
    session.console?.status(statusLine(session.agent, session.spending));
  }
}

async function answer(line: string, session: ChatSession): Promise<LineOutcome> {
  const { agent, options } = session;
  const attached = [...session.pending, ...(await attach(line, session))];
  session.pending = [];
  const end = await session.notes.during(() =>
    runTurn(agent, line, {
      view: session.view(),
      terminal: options.terminal,
      attached,
      recall: session.recall,
      onInterrupt: (listener) => session.lines.onInterrupt(listener),
    }),
  );
  if (end !== null) spend(session.spending, end.usage, agent.model);
  const outcome = end?.outcome ?? "failed";
  return {
    ok: outcome === "answered" || outcome === "max-tokens",
    // Whoever interrupts a pipe wants it to end.
    leave: outcome === "aborted" && session.console === null,
  };
}

/** Reads the files a prompt names, and says which. */
export async function attach(
  prompt: string,
  { agent, options: { host, terminal, projectRoot } }: Pick<ChatSession, "agent" | "options">,
): Promise<Block[]> {
  const { blocks, notes } = await readAttachments(prompt, {
    cwd: host.cwd(),
    projectRoot,
    images: agent.model.images,
  });
  for (const note of notes) terminal.aside(terminal.errorColors.dim(`· ${showLine(note)}`));
  return blocks;
}

async function keepLine(text: string, session: ChatSession): Promise<LineOutcome> {
  const { terminal } = session.options;
  if (text === "")
    throw new DaybookError("usage", "Write what to keep behind the #, for example #answer me in Chinese.");
  const { action, slug, path, notes } = await keepText(text, {
    store: storeOf(session),
    session: session.id,
  });
  const { dim, green } = terminal.colors;
  terminal.print(`${green(action)} user memory ${slug} ${dim(`· ${showLine(path)} · undo: /memory undo`)}`);
  for (const note of notes) terminal.notice(showLine(note));
  return { ok: true };
}

/** Lines of a command's output that are shown; the model gets what `runShellLine` keeps. */
const SHOWN_LINES = 500;

/** `!command`: runs at once, since the person typed it; what it said goes with the next prompt. */
async function runCommandLine(command: string, session: ChatSession): Promise<LineOutcome> {
  const { host, terminal } = session.options;
  if (command.trim() === "")
    throw new DaybookError("usage", "Write a command behind the !, for example !git status.");
  const stop = new AbortController();
  const stopListening = session.lines.onInterrupt(() => stop.abort());
  const output = createLinePrinter((line) => terminal.print(terminal.colors.dim("│ ") + line));
  session.console?.work("running");
  try {
    const { output: text, failure } = await runShellLine(command, {
      host,
      signal: stop.signal,
      onOutput: output.add,
    });
    output.end();
    if (failure !== null) terminal.print(terminal.colors.yellow(`│ ${showLine(failure)}`));
    session.pending.push(outputBlock(command, text, failure));
    return { ok: failure === null };
  } finally {
    session.console?.work(null);
    stopListening();
  }
}

function outputBlock(command: string, output: string, failure: string | null): Block {
  const text = stripVTControlCharacters(output);
  const end = failure === null ? "" : `\nIt ended with: ${failure}.`;
  const said = text.trim() === "" ? "It printed nothing." : `It printed:\n${fenced(text)}`;
  return { type: "text", text: `I ran \`${command.trim()}\` myself. ${said}${end}` };
}

function createLinePrinter(print: (line: string) => void): { add(text: string): void; end(): void } {
  let rest = "";
  let shown = 0;
  const show = (line: string): void => {
    shown += 1;
    if (shown <= SHOWN_LINES) print(showText(stripVTControlCharacters(line)).replaceAll("\t", "    "));
    if (shown === SHOWN_LINES + 1) print("… more is not shown here");
  };
  return {
    add(text) {
      const lines = (rest + text).split(/\r?\n/u);
      // A line without an end must not fill the memory.
      rest = (lines.pop() ?? "").slice(-10_000);
      for (const line of lines) show(line);
    },
    end() {
      if (rest !== "") show(rest);
      rest = "";
    },
  };
}

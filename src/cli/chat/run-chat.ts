import { done, failed } from "../command.ts";
import { showLine } from "../terminal/show.ts";
import { answerOnce } from "./answer-once.ts";
import { createLiveView, createPlainView } from "./answer-view.ts";
import { createApproval } from "./approval.ts";
import type { ChatOptions } from "./chat-options.ts";
import { openChatSession, type ChatSession } from "./chat-session.ts";
import { completeCommand } from "./commands.ts";
import { completeText } from "./completion.ts";
import { createConsole, type ChatConsole } from "./console.ts";
import { finishNotes } from "./finish-notes.ts";
import { notesLines, wordsOfShell } from "./notes-line.ts";
import { createPipedLines } from "./line-reader.ts";
import { openFirst, tellResumed } from "./open-conversation.ts";
import { statusLine } from "./status-line.ts";
import { takeLine } from "./take-line.ts";
import { terminalOver } from "./terminal-over.ts";

/**
 * Talks until the input ends or the person leaves. With `prompt` it answers that and ends.
 * Gives the exit code: as in a shell, that of the last line. Fails when no conversation can begin.
 */
export async function runChat(options: ChatOptions): Promise<number> {
  if (options.prompt !== undefined) return answerPrompt(options, options.prompt);
  return isInteractive(options) ? talkAtTerminal(options) : talkOverPipe(options);
}

async function answerPrompt(options: ChatOptions, prompt: string): Promise<number> {
  const conversation = await openFirst(options);
  try {
    tellResumed(conversation, { terminal: options.terminal, withWords: false });
    return await answerOnce(conversation, prompt, options);
  } finally {
    await leaveNotes(options);
    await conversation.close();
  }
}

// Nothing is awaited. What was noted meanwhile is of turns that earlier processes left.
async function leaveNotes({ extraction, terminal }: ChatOptions): Promise<void> {
  await extraction?.stop();
  extraction?.onNews((news) => {
    for (const line of notesLines(news, wordsOfShell)) terminal.aside(terminal.errorColors.dim(line));
  });
}

async function talkOverPipe(options: ChatOptions): Promise<number> {
  const { host } = options;
  const lines = createPipedLines(host.stdin, (listener) => host.onInterrupt(listener));
  try {
    const session = await openChatSession(options, {
      lines,
      console: null,
      view: () => createPlainView(host),
    });
    tellResumed(session.conversation, { terminal: options.terminal, withWords: false });
    return await takeLines(session);
  } finally {
    lines.close();
  }
}

async function talkAtTerminal(options: ChatOptions): Promise<number> {
  const { host, history } = options;
  const console = await openConsole(options);
  const terminal = terminalOver(options.terminal, { pane: console, host });
  const approve = createApproval(console, {
    colors: terminal.colors,
    cwd: host.cwd(),
    width: () => terminal.width - 1,
  });
  const atTerminal: ChatOptions = {
    ...options,
    terminal,
    converse: (wish) => options.converse({ ...wish, approve }),
  };
  try {
    const session = await openChatSession(atTerminal, {
      lines: console,
      console,
      view: () => createLiveView(console, { host, terminal }),
    });
    greet(session);
    return await takeLines(session);
  } finally {
    console.close();
    await history?.settle();
  }
}

async function openConsole({ host, terminal, store, sessions, history }: ChatOptions): Promise<ChatConsole> {
  return createConsole({
    host,
    colors: terminal.colors,
    history: (await history?.load()) ?? [],
    onSubmit: (text) => history?.keep(text),
    complete: (before) =>
      completeText(before, {
        command: (text) => completeCommand(text, { store, sessions }),
        cwd: host.cwd(),
        userHome: host.userHome,
      }),
  });
}

async function takeLines(session: ChatSession): Promise<number> {
  let exitCode = done;
  try {
    for (;;) {
      const line = await session.lines.next();
      if (line === null) return exitCode;
      if (line.trim() === "") continue;
      const outcome = await takeLine(line, session);
      exitCode = outcome.ok ? done : failed;
      if (outcome.leave) return exitCode;
    }
  } finally {
    await finish(session);
    sayGoodbye(session);
    await session.close();
  }
}

async function finish({ lines, console, options }: ChatSession): Promise<void> {
  const { extraction, terminal, exitWaitMs } = options;
  if (extraction === null) return;
  await finishNotes(extraction, {
    terminal,
    waitMs: exitWaitMs,
    onInterrupt: (listener) => lines.onInterrupt(listener),
    work: (label) => console?.work(label),
  });
}

function isInteractive({ host, terminal }: ChatOptions): boolean {
  return host.stdin.isTTY === true && terminal.canRedraw;
}

function greet(session: ChatSession): void {
  const { agent, console, conversation, spending } = session;
  const { terminal, store, resume } = session.options;
  const { bold, dim } = terminal.colors;
  const memory = store === null ? "without memory" : "remembers";
  terminal.print(`${bold("daybook")} ${dim(`· ${showLine(agent.model.id)} · ${memory} · /help`)}`);
  if (resume === undefined) return;
  tellResumed(conversation, { terminal, withWords: true });
  console?.status(statusLine(agent, spending));
}

function sayGoodbye({ agent, id, console, options: { terminal } }: ChatSession): void {
  // What was never said is not kept.
  if (console === null || agent.messages().length === 0) return;
  console.print(terminal.colors.dim(`daybook -r ${id} goes on with this session`), { apart: true });
}

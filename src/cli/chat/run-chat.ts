import type { Agent } from "../../agent/index.ts";
import { done, failed } from "../command.ts";
import { showLine } from "../terminal/show.ts";
import { answerOnce } from "./answer-once.ts";
import { createLiveView, createPlainView } from "./answer-view.ts";
import { createApproval } from "./approval.ts";
import type { AgentWish, ChatOptions } from "./chat-options.ts";
import type { ChatSession } from "./chat-session.ts";
import { completeCommand } from "./commands.ts";
import { completeText } from "./completion.ts";
import { createConsole, type ChatConsole } from "./console.ts";
import { createPipedLines } from "./line-reader.ts";
import { takeLine } from "./take-line.ts";
import { terminalOver } from "./terminal-over.ts";

/**
 * Talks until the input ends or the person leaves. With `prompt` it answers that and ends.
 * Gives the exit code: as in a shell, that of the last line. Fails when no conversation can begin.
 */
export async function runChat(options: ChatOptions): Promise<number> {
  if (options.prompt !== undefined) return answerOnce(await begin(options), options.prompt, options);
  return isInteractive(options) ? talkAtTerminal(options) : talkOverPipe(options);
}

// The context is read here, so that what was noticed is said before the first words.
async function begin({ createAgent, terminal }: ChatOptions, wish: AgentWish = {}): Promise<Agent> {
  const agent = await createAgent(wish);
  const { notices } = await agent.context();
  for (const notice of notices) terminal.notice(showLine(notice));
  return agent;
}

async function talkOverPipe(options: ChatOptions): Promise<number> {
  const { host } = options;
  const session: ChatSession = {
    options,
    agent: await begin(options),
    lines: createPipedLines(host.stdin, (listener) => host.onInterrupt(listener)),
    console: null,
    spending: { dollars: 0 },
    pending: [],
    view: () => createPlainView(host),
    async renew(wish) {
      session.agent = await begin(options, wish);
    },
  };
  try {
    return await takeLines(session);
  } finally {
    session.lines.close();
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
    createAgent: (wish) => options.createAgent({ ...wish, approve }),
  };
  try {
    const session: ChatSession = {
      options: atTerminal,
      agent: await begin(atTerminal),
      lines: console,
      console,
      spending: { dollars: 0 },
      pending: [],
      view: () => createLiveView(console, { host, terminal }),
      async renew(wish) {
        session.agent = await begin(atTerminal, wish);
      },
    };
    greet(session);
    return await takeLines(session);
  } finally {
    console.close();
    await history?.settle();
  }
}

async function openConsole({ host, terminal, store, history }: ChatOptions): Promise<ChatConsole> {
  return createConsole({
    host,
    colors: terminal.colors,
    history: (await history?.load()) ?? [],
    onSubmit: (text) => history?.keep(text),
    complete: (before) =>
      completeText(before, {
        command: (text) => completeCommand(text, { store }),
        cwd: host.cwd(),
        userHome: host.userHome,
      }),
  });
}

async function takeLines(session: ChatSession): Promise<number> {
  let exitCode = done;
  for (;;) {
    const line = await session.lines.next();
    if (line === null) return exitCode;
    if (line.trim() === "") continue;
    const outcome = await takeLine(line, session);
    exitCode = outcome.ok ? done : failed;
    if (outcome.leave) return exitCode;
  }
}

function isInteractive({ host, terminal }: ChatOptions): boolean {
  return host.stdin.isTTY === true && terminal.canRedraw;
}

function greet({ agent, options: { terminal, store } }: ChatSession): void {
  const { bold, dim } = terminal.colors;
  const memory = store === null ? "without memory" : "remembers";
  terminal.print(`${bold("daybook")} ${dim(`· ${showLine(agent.model.id)} · ${memory} · /help`)}`);
}

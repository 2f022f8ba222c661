import { DaybookError } from "../../errors/index.ts";
import { nearest } from "../../text/index.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";
import { completeCommandLine, type CompletionSources } from "./complete-command.ts";
import type { Candidate } from "./completion.ts";
import { contextCommand } from "./context-command.ts";
import { printHelp, type HelpRow } from "./help.ts";
import { compactCommand } from "./compact-command.ts";
import { memoryCommand } from "./memory-command.ts";
import { modelCommand } from "./model-command.ts";
import { forkCommand, renameCommand, resumeCommand, sessionsCommand } from "./session-commands.ts";

interface ChatCommand {
  /** What may stand behind it. */
  usage: string;
  help: string;
  /** `words` is what stands behind it; `text` the same as it was typed. */
  run(words: readonly string[], session: ChatSession, text: string): LineOutcome | Promise<LineOutcome>;
}

const commands: Readonly<Record<string, ChatCommand>> = {
  "/memory": {
    usage: "[rm SLUG | edit SLUG | undo | why | cost | inbox | extract [MODE]]",
    help: "where memories are and how they stand; delete, correct, take back, explain, count; how notes are taken",
    run: memoryCommand,
  },
  "/context": {
    usage: "",
    help: "what the model was told at the start, and how full its window is",
    run: (_words, session) => contextCommand(session),
  },
  "/resume": {
    usage: "[ID]",
    help: "go on with an earlier session; alone, choose one",
    run: (_words, session, text) => resumeCommand(text, session),
  },
  "/sessions": {
    usage: "",
    help: "the sessions of this project",
    run: (_words, session) => sessionsCommand(session),
  },
  "/rename": {
    usage: "TITLE",
    help: "what lists call this session",
    run: (_words, session, text) => renameCommand(text, session),
  },
  "/fork": {
    usage: "",
    help: "go on in a copy; this session stays as it is",
    run: (_words, session) => forkCommand(session),
  },
  "/compact": {
    usage: "[WHAT TO KEEP]",
    help: "make room: older turns become a summary",
    run: (_words, session, text) => compactCommand(text, session),
  },
  "/new": { usage: "", help: "start a new conversation; memories are read again", run: startAnew },
  "/model": {
    usage: "[PROVIDER/NAME]",
    help: "which model answers; go on with another one",
    run: modelCommand,
  },
  "/trust": { usage: "", help: "look at shared memories that are held, and accept them", run: trustShared },
  "/help": { usage: "", help: "this list", run: showHelp },
  "/exit": { usage: "", help: "leave", run: () => ({ ok: true, leave: true }) },
};

const otherNames: Readonly<Record<string, string>> = { "/clear": "/new", "/quit": "/exit" };

/** Whether a line is a command. A path (`/etc/hosts is odd`) is a prompt. */
export function isCommand(line: string): boolean {
  return /^\/[^\s/]*(?:\s|$)/u.test(line);
}

/** Runs a command line. Fails with `usage` for an unknown command, naming the nearest. */
export async function runCommand(line: string, session: ChatSession): Promise<LineOutcome> {
  const [given = "", ...words] = line.trim().split(/\s+/u);
  const text = line.trim().slice(given.length).trim();
  const name = Object.hasOwn(otherNames, given) ? (otherNames[given] ?? given) : given;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw unknownCommand(given);
  if (command.usage === "" && words.length > 0) {
    throw new DaybookError("usage", `${given} takes nothing behind it.`);
  }
  return command.run(words, session, text);
}

/** What the beginning of a command line may become, for Tab. */
export function completeCommand(before: string, sources: CompletionSources): Promise<Candidate[]> {
  return completeCommandLine(before, { ...sources, names: allNames() });
}

function allNames(): string[] {
  return [...Object.keys(commands), ...Object.keys(otherNames)];
}

function unknownCommand(given: string): DaybookError {
  const [near] = nearest(given, allNames(), 1);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return new DaybookError("usage", `There is no command ${given}.${hint} /help lists them.`);
}

async function startAnew(_words: readonly string[], session: ChatSession): Promise<LineOutcome> {
  await session.renew();
  session.pending = [];
  session.options.terminal.print(session.options.terminal.colors.dim("new conversation"));
  return { ok: true };
}

async function trustShared(_words: readonly string[], session: ChatSession): Promise<LineOutcome> {
  const { terminal, trust } = session.options;
  const { accepted } = await session.lines.suspend(trust);
  if (accepted) terminal.print(terminal.colors.dim("/new begins a conversation that knows them"));
  return { ok: true };
}

function showHelp(_words: readonly string[], { options: { terminal } }: ChatSession): LineOutcome {
  const rows = Object.entries(commands).map(([name, { usage, help }]): HelpRow => [
    `${name} ${usage}`.trim(),
    help,
  ]);
  printHelp(rows, terminal);
  return { ok: true };
}

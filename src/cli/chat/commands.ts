import { DaybookError } from "../../errors/index.ts";
import type { MemoryStore } from "../../memory/index.ts";
import { nearest } from "../../text/index.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";
import type { Candidate } from "./completion.ts";
import { contextCommand } from "./context-command.ts";
import { wrapSpans } from "../markdown/wrap.ts";
import { showLine } from "../terminal/show.ts";
import { memoryCommand } from "./memory-command.ts";
import { modelCommand } from "./model-command.ts";

interface ChatCommand {
  /** What may stand behind it. */
  usage: string;
  help: string;
  run(words: readonly string[], session: ChatSession): LineOutcome | Promise<LineOutcome>;
}

const commands: Readonly<Record<string, ChatCommand>> = {
  "/memory": {
    usage: "[rm SLUG | edit SLUG | undo]",
    help: "where memories are and how they stand; delete, correct, take back",
    run: memoryCommand,
  },
  "/context": {
    usage: "",
    help: "what the model was told at the start, and how full its window is",
    run: (_words, session) => contextCommand(session),
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
  const name = Object.hasOwn(otherNames, given) ? (otherNames[given] ?? given) : given;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw unknownCommand(given);
  if (command.usage === "" && words.length > 0) {
    throw new DaybookError("usage", `${given} takes nothing behind it.`);
  }
  return command.run(words, session);
}

/** What the beginning of a command line may become, for Tab: commands, their words, slugs. */
export async function completeCommand(before: string, store: MemoryStore | null): Promise<Candidate[]> {
  if (!before.startsWith("/")) return [];
  const reference = /^\/memory (?:rm|edit) (\S*)$/u.exec(before);
  if (reference !== null) return completeReference(before, { typed: reference[1] ?? "", store });
  const lines = ["/memory rm ", "/memory edit ", "/memory undo"].filter((line) => line.startsWith(before));
  if (before.includes(" ")) {
    return lines.map((text) => ({
      text,
      label: text.slice("/memory ".length).trim(),
      isOpen: text.endsWith(" "),
    }));
  }
  return allNames()
    .filter((name) => name.startsWith(before))
    .map((name) => ({ text: name, label: name, isOpen: false }));
}

async function completeReference(
  before: string,
  { typed, store }: { typed: string; store: MemoryStore | null },
): Promise<Candidate[]> {
  const { memories } = (await store?.list().catch(() => null)) ?? { memories: [] };
  const start = before.slice(0, before.length - typed.length);
  return memories
    .flatMap(({ slug, id }) => (slug.startsWith(typed) ? [slug] : id.startsWith(typed) ? [id] : []))
    .map((name) => ({ text: start + name, label: showLine(name), isOpen: false }));
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

/** Cells that a column of words needs to be read with ease. */
const NARROW = 30;

function showHelp(_words: readonly string[], { options: { terminal } }: ChatSession): LineOutcome {
  const { bold, dim } = terminal.colors;
  const rows: [string, string][] = [
    ...Object.entries(commands).map(([name, { usage, help }]): [string, string] => [
      `${name} ${usage}`.trim(),
      help,
    ]),
    ["#text", "keep text as a memory about you, at once"],
    ["@file", "send a file, a folder's list or an image along with the prompt"],
    ["!command", "run a command yourself; its output goes with the next prompt"],
  ];
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  const room = terminal.width - left;
  for (const [name, help] of rows) {
    if (room === Number.POSITIVE_INFINITY) terminal.print(`${bold(name.padEnd(left))}${dim(help)}`);
    else if (room < NARROW) terminal.print(`${bold(name)}\n  ${dim(help)}`);
    else {
      const lines = wrapSpans([{ text: help, paint: dim }], room);
      terminal.print(bold(name.padEnd(left)) + lines.join(`\n${" ".repeat(left)}`));
    }
  }
  terminal.print(dim("/clear is /new, /quit is /exit."));
  terminal.print(
    dim(
      "Tab completes. Alt-Enter, or \\ at the end, begins a new line. What you send while it works is sent after.",
    ),
  );
  terminal.print(dim("Esc or Ctrl-C interrupts; Ctrl-C twice at the empty prompt leaves."));
  return { ok: true };
}

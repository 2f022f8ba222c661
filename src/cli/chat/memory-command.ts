import { DaybookError } from "../../errors/index.ts";
import type { LoadedIndexes, MemoryStore } from "../../memory/index.ts";
import { editMemory } from "../editor/edit-memory.ts";
import { editorCommand, openEditor } from "../editor/open-editor.ts";
import { showLine } from "../terminal/show.ts";
import { costCommand } from "./cost-command.ts";
import { explainNotes } from "./explain-notes.ts";
import { extractCommand } from "./extract-command.ts";
import { inboxCommand } from "./inbox-command.ts";
import { explainRecall } from "./memory-why.ts";
import type { ChatSession, LineOutcome } from "./chat-session.ts";

/** `/memory` alone: the folders and how they are; with a word: rm, edit, undo, why, cost, inbox, extract. */
export async function memoryCommand(words: readonly string[], session: ChatSession): Promise<LineOutcome> {
  const [action, reference, ...more] = words;
  if (action === "inbox" && more.length < 2) return inboxCommand([reference, more[0]], session);
  if (more.length > 0 || (action === "cost" && reference !== undefined)) throw usage();
  // Without memory a conversation costs as well.
  if (action === "cost") return costCommand(session);
  const store = storeOf(session);
  switch (action) {
    case undefined:
      showOverview(await store.indexes(), session);
      return { ok: true };
    case "rm":
    case "delete":
      if (reference === undefined) throw usage();
      return removeMemory(reference, { store, session });
    case "edit":
      if (reference === undefined) throw usage();
      return correctMemory(reference, { store, session });
    case "undo":
      if (reference !== undefined) throw usage();
      return undoChange({ store, session });
    case "why":
      if (reference !== undefined) throw usage();
      return explainTurn(session);
    case "extract":
      return extractCommand(reference, session);
    default:
      throw usage();
  }
}

/** The memories, or the sentence that they are switched off. */
export function storeOf({ options }: ChatSession): MemoryStore {
  if (options.store !== null) return options.store;
  throw new DaybookError(
    "usage",
    "This chat runs without memory (--no-memory). Start daybook without it to keep things.",
  );
}

interface Target {
  store: MemoryStore;
  session: ChatSession;
}

function usage(): DaybookError {
  return new DaybookError(
    "usage",
    "Say /memory, /memory rm SLUG, /memory edit SLUG, /memory undo, /memory why, /memory cost, /memory inbox or /memory extract [MODE].",
  );
}

function showOverview(
  { views, drift, notices }: LoadedIndexes,
  { options: { terminal } }: ChatSession,
): void {
  const { bold, dim, yellow } = terminal.colors;
  for (const { scope, folders, loaded, total } of views) {
    const count = total === 1 ? "1 memory" : `${total} memories`;
    const shown = loaded < total ? `, ${loaded} of them in the loaded part of the index` : "";
    terminal.print(`${bold(scope)}  ${count}${shown}`);
    for (const folder of folders) terminal.print(dim(`  ${showLine(folder)}`));
  }
  for (const { scope, filesWithoutLine, linesWithoutFile } of drift) {
    if (filesWithoutLine.length > 0) {
      terminal.print(yellow(`${scope}: files without a line in MEMORY.md: ${names(filesWithoutLine)}`));
    }
    if (linesWithoutFile.length > 0) {
      terminal.print(yellow(`${scope}: lines of MEMORY.md without a file: ${names(linesWithoutFile)}`));
    }
  }
  for (const notice of notices) terminal.notice(showLine(notice));
  terminal.print(dim("/memory rm SLUG · edit SLUG · undo · why · cost · inbox · daybook list shows all"));
}

function names(files: readonly string[]): string {
  return files.map(showLine).join(", ");
}

async function removeMemory(reference: string, { store, session }: Target): Promise<LineOutcome> {
  const { terminal } = session.options;
  const removed = await store.remove(reference, { source: "user" });
  const { dim, red } = terminal.colors;
  terminal.print(
    `${red("deleted")} ${showLine(removed.id)} ${dim(`· ${showLine(removed.name)} · undo: /memory undo`)}`,
  );
  for (const note of removed.notes) terminal.notice(showLine(note));
  return { ok: true };
}

async function correctMemory(reference: string, { store, session }: Target): Promise<LineOutcome> {
  const { host, terminal } = session.options;
  const command = editorCommand(host.env, host.stdin.isTTY === true && host.stdout.isTTY === true);
  if (command === null) {
    throw new DaybookError(
      "usage",
      "There is no editor here: set $EDITOR, or use daybook edit with --name, --description or --body.",
    );
  }
  const edited = await editMemory({
    store,
    reference,
    open: (file) => session.lines.suspend(() => openEditor(command, { host, file })),
  });
  if (edited.outcome === "unchanged") {
    terminal.print(`Nothing was changed in ${showLine(edited.id)}.`);
    return { ok: true };
  }
  const { id, action, notes } = edited.result;
  terminal.print(
    `${terminal.colors.green(action)} ${showLine(id)} ${terminal.colors.dim("· undo: /memory undo")}`,
  );
  for (const note of notes) terminal.notice(showLine(note));
  return { ok: true };
}

async function explainTurn(session: ChatSession): Promise<LineOutcome> {
  storeOf(session);
  const { terminal, recallBytes, extraction } = session.options;
  const turn = (await session.recall?.last()) ?? null;
  const notes = (await extraction?.last(session.id)) ?? null;
  if (turn === null && notes === null) {
    terminal.print(
      session.agent.messages().length === 0
        ? "Nothing was asked in this conversation yet, so no memory was brought."
        : "What memory brought to the last turn is no longer recorded.",
    );
    return { ok: true };
  }
  const { colors } = terminal;
  const lines = [
    ...(turn === null ? [] : explainRecall(turn, { colors, sessionBytes: recallBytes })),
    ...(notes === null ? [] : explainNotes(notes, colors)),
  ];
  for (const line of lines) terminal.print(line);
  return { ok: true };
}

async function undoChange({ store, session }: Target): Promise<LineOutcome> {
  const { terminal } = session.options;
  const result = await store.undo({ source: "user" });
  if (!result.undone) {
    terminal.problem(showLine(result.reason));
    return { ok: false };
  }
  const { dim, green } = terminal.colors;
  terminal.print(
    `${green("undone")} ${result.op} of ${showLine(result.id)} ${dim("· again for the change before")}`,
  );
  for (const note of result.notes) terminal.notice(showLine(note));
  return { ok: true };
}

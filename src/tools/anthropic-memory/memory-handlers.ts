import { parseCommand, type Command, type CommandName, type MemoryCommands } from "./commands.ts";
import { insertLines, lineAt, replaceOnce } from "./edit-text.ts";
import { parsePath } from "./memory-path.ts";
import type { MemoryRoot } from "./memory-root.ts";
import { fixedFolder, noSuchPath } from "./sentences.ts";
import { fileText, folderText, numberedLines } from "./view-text.ts";

/**
 * One method a command, as Anthropic's SDKs take the backend of their memory tool. Each gives the text of the result;
 * a refusal is thrown, its sentence without any prefix.
 */
export type MemoryHandlers = {
  [Name in CommandName]: (command: MemoryCommands[Name] & { command?: Name }) => Promise<string>;
};

/** The commands of `memory_20250818` over a root. What a model sent is checked here, whatever its type says. */
export function createMemoryHandlers(root: MemoryRoot): MemoryHandlers {
  const run =
    <Name extends CommandName>(command: Name) =>
    (input: MemoryCommands[Name]): Promise<string> =>
      runCommand(root, { ...input, command });
  return {
    view: run("view"),
    create: run("create"),
    str_replace: run("str_replace"),
    insert: run("insert"),
    delete: run("delete"),
    rename: run("rename"),
  };
}

/** Carries out one command as it came from a model. */
export async function runCommand(root: MemoryRoot, input: unknown): Promise<string> {
  return perform(root, parseCommand(input));
}

async function perform(root: MemoryRoot, command: Command): Promise<string> {
  switch (command.command) {
    case "view":
      return view(root, command);
    case "create": {
      const path = parsePath(command.path, { isNew: true });
      await root.create(path, command.text);
      return `File created successfully at: ${path.shown}`;
    }
    case "str_replace":
      return replace(root, command);
    case "insert": {
      const path = parsePath(command.path);
      const { line, shownLine, text: insert } = command;
      await root.edit(path, (file) => insertLines(file, { line, shownLine, insert }));
      return `The file ${path.shown} has been edited.`;
    }
    case "delete": {
      const path = parsePath(command.path);
      if (path.names.length === 0) throw fixedFolder("delete", path.shown);
      await root.remove(path);
      return `Successfully deleted ${path.shown}`;
    }
    case "rename": {
      const from = parsePath(command.from);
      const to = parsePath(command.to, { isNew: true });
      if (from.names.length === 0) throw fixedFolder("rename", from.shown);
      await root.rename(from, to);
      return `Successfully renamed ${from.shown} to ${to.shown}`;
    }
  }
}

type CommandOf<Name extends CommandName> = Extract<Command, { command: Name }>;

async function view(root: MemoryRoot, { path: given, range }: CommandOf<"view">): Promise<string> {
  const path = parsePath(given);
  const looked = await root.look(path);
  switch (looked.kind) {
    case "missing":
      throw noSuchPath(path.shown, looked.hint);
    case "folder":
      return folderText(path.shown, looked);
    case "file":
      return fileText(path.shown, looked, range);
  }
}

/** Lines before and after the first changed one. */
const AROUND = 2;

async function replace(root: MemoryRoot, command: CommandOf<"str_replace">): Promise<string> {
  const path = parsePath(command.path);
  const { text, at } = await root.edit(path, (file) => replaceOnce(path.shown, file, command));
  const lines = text.split("\n");
  const changed = lineAt(text, at);
  const from = Math.max(1, changed - AROUND);
  const snippet = numberedLines(lines, { from, to: Math.min(lines.length, changed + AROUND) });
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
}

import { DaybookError } from "../../errors/index.ts";
import { isRecord } from "../../text/index.ts";

/** `view`: a folder two levels deep, or a file with line numbers. */
export interface ViewCommand {
  path: string;
  /** First and last line, from 1, both shown; -1 as the last means to the end. */
  view_range?: number[];
}

/** `create`: a new file; one that is there is never written over. */
export interface CreateCommand {
  path: string;
  file_text: string;
}

/** `str_replace`: the one place where `old_str` stands becomes `new_str`. */
export interface StrReplaceCommand {
  path: string;
  old_str: string;
  /** Left out, `old_str` is taken out. */
  new_str?: string;
}

/** `insert`: text behind a line; 0 puts it before the first. */
export interface InsertCommand {
  path: string;
  insert_line: number;
  insert_text: string;
}

/** `delete`: a file, or a folder with all that is in it. */
export interface DeleteCommand {
  path: string;
}

/** `rename`: moves a file or folder to where nothing is yet. */
export interface RenameCommand {
  old_path: string;
  new_path: string;
}

/** What each command is given, by its name. */
export interface MemoryCommands {
  view: ViewCommand;
  create: CreateCommand;
  str_replace: StrReplaceCommand;
  insert: InsertCommand;
  delete: DeleteCommand;
  rename: RenameCommand;
}

export type CommandName = keyof MemoryCommands;

/** A command as it is carried out: every field there and of its kind. */
export type Command =
  | { command: "view"; path: string; range: { from: number; to: number } | null }
  | { command: "create"; path: string; text: string }
  | { command: "str_replace"; path: string; old: string; new: string }
  | { command: "insert"; path: string; line: number; shownLine: string; text: string }
  | { command: "delete"; path: string }
  | { command: "rename"; from: string; to: string };

/** The commands, in the order they are documented. */
export const commandNames = ["view", "create", "str_replace", "insert", "delete", "rename"] as const;

/** Checks what a model sent. Fails with `invalid`; the sentence names the field and what it should be. */
export function parseCommand(input: unknown): Command {
  if (!isRecord(input)) throw invalid(`The input must be an object with \`command\`: ${named}.`);
  const given = input["command"];
  const command = commandNames.find((name) => name === given);
  if (command === undefined) {
    const what =
      typeof given === "string" ? `There is no command "${given.slice(0, 40)}"` : "`command` is missing";
    throw invalid(`${what}: it is ${named}.`);
  }
  return readers[command](input);
}

const named = "view, create, str_replace, insert, delete or rename";

type Fields = Record<string, unknown>;

const readers: Readonly<Record<CommandName, (fields: Fields) => Command>> = {
  view: (fields) => ({ command: "view", path: text(fields, "path"), range: rangeOf(fields["view_range"]) }),
  create: (fields) => ({ command: "create", path: text(fields, "path"), text: text(fields, "file_text") }),
  str_replace: (fields) => ({
    command: "str_replace",
    path: text(fields, "path"),
    old: notEmpty(text(fields, "old_str")),
    new: isLeftOut(fields["new_str"]) ? "" : text(fields, "new_str"),
  }),
  insert: (fields) => ({
    command: "insert",
    path: text(fields, "path"),
    line: numberOf(fields["insert_line"]),
    shownLine: shownNumber(fields, "insert_line"),
    text: text(fields, "insert_text"),
  }),
  delete: (fields) => ({ command: "delete", path: text(fields, "path") }),
  rename: (fields) => ({ command: "rename", from: text(fields, "old_path"), to: text(fields, "new_path") }),
};

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  if (isLeftOut(value)) throw invalid(`\`${String(fields["command"])}\` needs \`${name}\`, a string.`);
  throw invalid(`\`${name}\` must be a string.`);
}

function notEmpty(old: string): string {
  if (old !== "") return old;
  throw invalid(
    "No replacement was performed, old_str is empty. Say which text is to be replaced, or use insert.",
  );
}

/** Models fill in fields that they do not mean; null says nothing. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Models also send numbers as strings. `NaN` for what is no number. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,15}$/u.test(value.trim()) ? Number(value) : Number.NaN;
}

function shownNumber(fields: Fields, name: string): string {
  const value = fields[name];
  if (isLeftOut(value)) throw invalid(`\`${String(fields["command"])}\` needs \`${name}\`, a whole number.`);
  const shown = typeof value === "string" ? value : (JSON.stringify(value) ?? typeof value);
  return shown.slice(0, 40);
}

function rangeOf(value: unknown): { from: number; to: number } | null {
  if (isLeftOut(value) || (Array.isArray(value) && value.length === 0)) return null;
  const [from, to] = Array.isArray(value) && value.length === 2 ? value.map(numberOf) : [];
  if (from !== undefined && to !== undefined && Number.isSafeInteger(from) && Number.isSafeInteger(to)) {
    return { from, to };
  }
  throw invalid(
    "`view_range` must be two whole numbers, the first and the last line: [1, 20], or [21, -1] for the rest.",
  );
}

function invalid(sentence: string): DaybookError {
  return new DaybookError("invalid", sentence);
}

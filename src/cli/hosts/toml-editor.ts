import { isDeepStrictEqual } from "node:util";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { DaybookError } from "../../errors/index.ts";
import { lineEndOf, revertTextEdits, type FileEditor, type TextEdit } from "./file-editor.ts";
import { brokenAt, othersServer } from "./json-text.ts";
import { startsDaybook } from "./launch.ts";
import { serverKey } from "./json-entries.ts";

/** What of a TOML file is daybook's: one MCP server, between two comments at the end. */
export interface TomlEntries {
  /** As it is told to people. */
  file: string;
  /** The table of all servers. */
  under: string;
  server: { command: string; args: readonly string[] };
}

const begin = "# >>> daybook: written by `daybook setup`, which takes it out again with --undo";
const end = "# <<< daybook";
const block = /(?<=^\uFEFF?)# >>> daybook[^\n]*\n[\s\S]*?^# <<< daybook[^\n]*(?:\n|$)/gm;

/** An editor that adds a marked block to a TOML file and reads the file before and after with a parser. */
export function createTomlEditor(entries: TomlEntries): FileEditor {
  const { file } = entries;
  return {
    has: (text) => tableOf(text ?? "", file) !== undefined && blocksIn(text ?? "").length > 0,
    isDone: (text) => isWanted(serverOf(text, entries), entries),
    add(text) {
      const before = text ?? "";
      const server = serverOf(before, entries);
      const [written] = blocksIn(before);
      if (written !== undefined && isOfSetup(server)) return updated(before, written, entries);
      if (server !== undefined) throw notOurs(before, entries);
      const after = before + addition(before, entries).after;
      assertOnlyOurs({ before, after, entries });
      return after;
    },
    remove(text, original) {
      const [written] = blocksIn(text);
      if (written === undefined) throw notOurs(text, entries);
      const edit = addition(original ?? "", entries, written);
      const exact = revertTextEdits(text, [edit]);
      const at = text.indexOf(exact === undefined ? written : edit.after);
      const after = withoutRest(exact ?? text.replaceAll(block, ""), { at, entries });
      if (after === "" && original === null) return null;
      if (serverOf(after, entries) !== undefined) throw notOurs(after, entries);
      assertOnlyOurs({ before: after, after: text, entries });
      return after.trim() === "" && original === null ? null : after;
    },
  };
}

function notOurs(text: string, { file, under }: TomlEntries): DaybookError {
  const at = text.search(new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*["']?${serverKey}["']?`, "m"));
  const offset = at < 0 ? 0 : at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
  return brokenAt(text, { file, offset, what: othersServer });
}

/** Whether a server says what is wanted; what a person added to it is theirs. */
function isWanted(server: unknown, { server: wanted }: TomlEntries): boolean {
  const { command, args } = (server ?? {}) as Record<string, unknown>;
  return isDeepStrictEqual({ command, args }, { ...wanted });
}

function isOfSetup(server: unknown): boolean {
  const { command, args } = (server ?? {}) as Record<string, unknown>;
  return startsDaybook([command, ...(Array.isArray(args) ? (args as unknown[]) : [])], ["mcp"]);
}

/** The text with the lines of the block that start daybook as they are wanted, and all others as they are. */
function updated(before: string, written: string, entries: TomlEntries): string {
  const { file, under } = entries;
  const [command, args] = startLines(entries);
  const lines = written.replace(/^command[ \t]*=.*$/m, () => command).replace(/^args[ \t]*=.*$/m, () => args);
  const after = before.replace(written, () => lines);
  const [was, is] = [before, after].map((text) => tableOf(text, file));
  const server = serverOf(after, entries);
  if (is !== undefined && isWanted(server, entries)) {
    const old = serverOf(before, entries) as { command: unknown; args: unknown };
    const others = { ...(server as object), command: old.command, args: old.args };
    const asBefore = { ...is, [under]: { ...(is[under] as object), [serverKey]: others } };
    if (isDeepStrictEqual(plain(asBefore), plain(was))) return after;
  }
  throw unchangeable(file);
}

/**
 * Without what a person added to daybook's table behind its block: keys, and tables in it. `at` is where the block was.
 * What this takes wrongly, the parser finds.
 */
function withoutRest(text: string, { at, entries: { under } }: { at: number; entries: TomlEntries }): string {
  const inOurs = new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*["']?${serverKey}["']?\\s*\\.`);
  let isOurs = true;
  const kept = (text.slice(at).match(/[^\n]*\n|[^\n]+$/g) ?? []).filter((line) => {
    if (/^\s*\[/.test(line)) isOurs = inOurs.test(line);
    return !isOurs || /^\s*(?:#|$)/.test(line);
  });
  return text.slice(0, at) + kept.join("");
}

function blocksIn(text: string): string[] {
  return text.match(block) ?? [];
}

/** The block at the end, a blank line before it; `written` is one that stands in a file already. */
function addition(before: string, entries: TomlEntries, written?: string): TextEdit {
  const eol = lineEndOf(before);
  const lines = [begin, `[${entries.under}.${serverKey}]`, ...startLines(entries), end, ""];
  const isBlank = before.replace(/^\uFEFF/, "") === "";
  const gap = isBlank ? "" : before.endsWith("\n") ? eol : eol + eol;
  return { offset: before.length, before: "", after: gap + (written ?? lines.join(eol)) };
}

function startLines({ server }: TomlEntries): [command: string, args: string] {
  const { command, args } = server;
  return [`command = ${tomlString(command)}`, `args = [${args.map(tomlString).join(", ")}]`];
}

// TOML's basic strings escape as JSON's do; DEL alone must not stand there as it is.
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function tableOf(text: string, file: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const lines = text.split("\n").slice(0, error.line - 1);
    const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + error.column - 1;
    const [, words = ""] = /^Invalid TOML document: (.*)/.exec(error.message) ?? [];
    throw brokenAt(text, { file, offset, what: `not valid TOML (${words})` });
  }
}

function serverOf(text: string | null, { file, under }: TomlEntries): unknown {
  const servers = tableOf(text ?? "", file)[under];
  if (typeof servers !== "object" || servers === null) return undefined;
  const server: unknown = (servers as Record<string, unknown>)[serverKey];
  return typeof server === "object" && server !== null ? { ...server } : server;
}

/** Fails with `invalid` where the two texts differ in anything but daybook's server. */
function assertOnlyOurs({
  before,
  after,
  entries,
}: {
  before: string;
  after: string;
  entries: TomlEntries;
}): void {
  const { file, under } = entries;
  const was = tableOf(before, file);
  let is: TomlTable;
  try {
    is = tableOf(after, file);
  } catch {
    throw brokenAt(before, {
      file,
      offset: Math.max(0, before.search(new RegExp(`^\\s*${under}\\b`, "m"))),
      what: `[${under}.${serverKey}] cannot be added behind what is there`,
    });
  }
  const servers = is[under];
  if (typeof servers === "object" && servers !== null && !Array.isArray(servers)) {
    const { [serverKey]: _ours, ...others } = servers as Record<string, unknown>;
    const isMade = Object.keys(others).length === 0 && !Object.hasOwn(was, under);
    const { [under]: _servers, ...rest } = is;
    const left = isMade ? rest : { ...is, [under]: others };
    if (isDeepStrictEqual(plain(left), plain(was))) return;
  }
  throw unchangeable(file);
}

function unchangeable(file: string): DaybookError {
  return new DaybookError(
    "invalid",
    `${file} is written in a way in which daybook cannot change it without changing something else. It is left as it is; docs/agents.md tells what to write by hand.`,
    { data: { path: file } },
  );
}

/** Without the parser's own prototypes, which make equal tables differ. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

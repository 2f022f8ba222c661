import { isDeepStrictEqual } from "node:util";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { DaybookError } from "../../errors/index.ts";
import { lineEndOf, revertTextEdits, type FileEditor, type TextEdit } from "./file-editor.ts";
import { brokenAt } from "./json-text.ts";
import { serverKey } from "./json-editor.ts";

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
const block = /^# >>> daybook[^\n]*\n[\s\S]*?^# <<< daybook[^\n]*(?:\n|$)/gm;

/** An editor that adds a marked block to a TOML file and reads the file before and after with a parser. */
export function createTomlEditor(entries: TomlEntries): FileEditor {
  const { file } = entries;
  return {
    has: (text) => serverOf(text, entries) !== undefined || blocksIn(text ?? "").length > 0,
    isDone: (text) => isDeepStrictEqual(serverOf(text, entries), { ...entries.server }),
    add(text) {
      const before = text ?? "";
      const after = before + addition(before, entries).after;
      assertOnlyOurs({ before, after, entries });
      return after;
    },
    remove(text, original) {
      if (blocksIn(text).length === 0) throw notOurs(text, entries);
      const edit = addition(original ?? "", entries, blocksIn(text)[0]);
      const exact = revertTextEdits(text, [edit]);
      if (exact === "" && original === null) return null;
      const after = exact ?? text.replaceAll(block, "");
      if (serverOf(after, entries) !== undefined) throw notOurs(after, entries);
      assertOnlyOurs({ before: after, after: text, entries });
      return after.trim() === "" && original === null ? null : after;
    },
  };

  function notOurs(text: string, { under }: TomlEntries): DaybookError {
    const at = text.search(new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*["']?${serverKey}["']?`, "m"));
    const offset = at < 0 ? 0 : at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    const what = `a server ${serverKey} stands here that daybook setup did not write`;
    return brokenAt(text, { file, offset, what });
  }
}

function blocksIn(text: string): string[] {
  return text.match(block) ?? [];
}

/** The block at the end, a blank line before it; `written` is one that stands in a file already. */
function addition(before: string, { under, server }: TomlEntries, written?: string): TextEdit {
  const eol = lineEndOf(before);
  const lines = [
    begin,
    `[${under}.${serverKey}]`,
    `command = ${tomlString(server.command)}`,
    `args = [${server.args.map(tomlString).join(", ")}]`,
    end,
    "",
  ];
  const isBlank = before.replace(/^\uFEFF/, "") === "";
  const gap = isBlank ? "" : before.endsWith("\n") ? eol : eol + eol;
  return { offset: before.length, before: "", after: gap + (written ?? lines.join(eol)) };
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
  throw new DaybookError(
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

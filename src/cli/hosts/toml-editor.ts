import { isDeepStrictEqual } from "node:util";
import type { DaybookError } from "../../errors/index.ts";
import { lineEndOf, type FileEditor } from "./file-editor.ts";
import { brokenAt, othersServer } from "./json-text.ts";
import { startsDaybook } from "./launch.ts";
import { serverKey } from "./json-entries.ts";
import {
  blockBegin,
  blockEnd,
  blocksIn,
  foreignIn,
  linesOf,
  withLineIn,
  type TomlBlock,
} from "./toml-block.ts";
import { assertOnlyOurs, plain, serverOf, tableOf, unchangeable, type TomlEntries } from "./toml-table.ts";

/** An editor that adds a marked block to a TOML file and reads the file before and after with a parser. */
export function createTomlEditor(entries: TomlEntries): FileEditor {
  const { file } = entries;
  return {
    has: (text) => tableOf(text ?? "", file) !== undefined && blockOf(text ?? "", entries) !== undefined,
    isDone: (text) => isWanted(serverOf(text, entries), entries),
    add(text) {
      const before = text ?? "";
      const server = serverOf(before, entries);
      const written = blockOf(before, entries);
      if (written !== undefined && isOfSetup(server)) return updated(before, written, entries);
      if (server !== undefined) throw notOurs(before, entries);
      const after = before + gapBehind(before) + blockFor(before, entries);
      assertOnlyOurs({ before, after, entries });
      if (removeFrom(after, text, entries) !== text) throw unchangeable(file);
      return after;
    },
    remove: (text, original) => removeFrom(text, original, entries),
  };
}

function removeFrom(text: string, original: string | null, entries: TomlEntries): string | null {
  const written = blockOf(text, entries);
  if (written === undefined) throw notOurs(text, entries);
  const foreign = foreignIn(written, headerOf(entries));
  const rest = withoutKeys(foreign + text.slice(written.at + written.text.length), entries);
  const after = withoutGap(text.slice(0, written.at), { original, rest }) + rest;
  if (after === "" && original === null) return null;
  assertRemoved({ text, after, entries });
  return after.trim() === "" && original === null ? null : after;
}

/** Fails with `invalid` where the text after would not be the text before without daybook's server. */
function assertRemoved({
  text,
  after,
  entries,
}: {
  text: string;
  after: string;
  entries: TomlEntries;
}): void {
  const { file } = entries;
  let server: unknown;
  try {
    server = serverOf(after, entries);
  } catch {
    throw unchangeable(file);
  }
  if (server !== undefined) throw notOurs(after, entries);
  assertOnlyOurs({ before: after, after: text, entries });
}

/** What stood before the block, without the blank line that came with it, where that still stands. */
function withoutGap(before: string, { original, rest }: { original: string | null; rest: string }): string {
  const gap = gapBehind(original ?? "");
  if (gap === "" || !before.endsWith(gap) || !/\n\r?\n$/.test(before)) return before;
  const eol = lineEndOf(gap);
  const isLineLeft = rest !== "" && !/^\r?\n/.test(rest) && gap !== eol;
  return before.slice(0, before.length - gap.length) + (isLineLeft ? eol : "");
}

/** The block that holds daybook's table. What looks like one in a string of the person's is text. */
function blockOf(text: string, entries: TomlEntries): TomlBlock | undefined {
  const header = headerOf(entries);
  const probe = "is-of-this-block";
  return blocksIn(text, header).find((block) => {
    try {
      const probed = withLineIn(text, block, { header, line: `${probe} = true` });
      return (serverOf(probed, entries) as Record<string, unknown> | undefined)?.[probe] === true;
    } catch {
      return false;
    }
  });
}

function headerOf({ under }: TomlEntries): string {
  return `[${under}.${serverKey}]`;
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
function updated(before: string, { at, text: written }: TomlBlock, entries: TomlEntries): string {
  const { file, under } = entries;
  const [command, args] = startLines(entries);
  const lines = written.replace(/^command[ \t]*=.*$/m, () => command).replace(/^args[ \t]*=.*$/m, () => args);
  const after = before.slice(0, at) + lines + before.slice(at + written.length);
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
 * What stands behind the block without what a person added there to daybook's table: keys, and tables in it. What this
 * takes wrongly, the parser finds.
 */
function withoutKeys(behind: string, { under }: TomlEntries): string {
  const inOurs = new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*["']?${serverKey}["']?\\s*\\.`);
  let isOurs = true;
  const kept = linesOf(behind).filter((line) => {
    if (/^\s*\[/.test(line)) isOurs = inOurs.test(line);
    return !isOurs || /^\s*(?:#|$)/.test(line);
  });
  return kept.join("");
}

function blockFor(before: string, entries: TomlEntries): string {
  return [blockBegin, headerOf(entries), ...startLines(entries), blockEnd, ""].join(lineEndOf(before));
}

/** A blank line between what was there and the block. */
function gapBehind(before: string): string {
  const eol = lineEndOf(before);
  if (before.replace(/^\uFEFF/, "") === "") return "";
  return before.endsWith("\n") ? eol : eol + eol;
}

function startLines({ server }: TomlEntries): [command: string, args: string] {
  const { command, args } = server;
  return [`command = ${tomlString(command)}`, `args = [${args.map(tomlString).join(", ")}]`];
}

// TOML's basic strings escape as JSON's do; DEL alone must not stand there as it is.
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

import { isDeepStrictEqual } from "node:util";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { DaybookError } from "../../errors/index.ts";
import { serverKey } from "./json-entries.ts";
import { brokenAt } from "./json-text.ts";

/** What of a TOML file is daybook's: one MCP server, between two comments at the end. */
export interface TomlEntries {
  /** As it is told to people. */
  file: string;
  /** The table of all servers. */
  under: string;
  server: { command: string; args: readonly string[] };
}

/** The text as a parser reads it. Fails with `invalid`, and says where. */
export function tableOf(text: string, file: string): TomlTable {
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

/** What stands in the place of daybook's server. Fails as `tableOf` does. */
export function serverOf(text: string | null, { file, under }: TomlEntries): unknown {
  const servers = tableOf(text ?? "", file)[under];
  if (typeof servers !== "object" || servers === null) return undefined;
  const server: unknown = (servers as Record<string, unknown>)[serverKey];
  return typeof server === "object" && server !== null ? { ...server } : server;
}

/** Fails with `invalid` where the two texts differ in anything but daybook's server. */
export function assertOnlyOurs({
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

/** What is told where any change would change more than daybook's. */
export function unchangeable(file: string): DaybookError {
  return new DaybookError(
    "invalid",
    `${file} is written in a way in which daybook cannot change it without changing something else. It is left as it is; docs/agents.md tells what to write by hand.`,
    { data: { path: file } },
  );
}

/** Without the parser's own prototypes, which make equal tables differ. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

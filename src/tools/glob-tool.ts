import { lstat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { parseFields } from "./fields.ts";
import { compileGlob, type GlobPattern } from "./glob-pattern.ts";
import { listFiles, shownPath, type ListFilesOptions } from "./list-files.ts";
import { createReadGate } from "./read-gate.ts";
import type { Tool, ToolOutcome } from "./tool.ts";
import type { FileToolOptions } from "./write-tool.ts";

/** What `Glob` was asked for, checked. */
export interface GlobInput {
  pattern: GlobPattern;
  /** Folder as the model named it. */
  path: string;
}

/** What searching tools work with. */
export interface SearchToolOptions extends FileToolOptions, Omit<ListFilesOptions, "area"> {}

const SHOWN_FILES = 200;
const MOST_DATED = 5_000;

const inputSchema = {
  type: "object",
  properties: {
    pattern: {
      type: "string",
      description: "`src/**/*.ts`, `*.{json,yaml}`. Without `/` it is tried on names in every folder.",
    },
    path: { type: "string", description: "Folder to look in; the working directory when left out." },
  },
  required: ["pattern"],
};

/** `Glob`: finds files by name, newest first. What git ignores is left out. */
export function createGlobTool(options: SearchToolOptions): Tool<GlobInput> {
  const { permissions, gitDirectory, environment, ...area } = options;
  const gate = createReadGate({ area, permissions });
  const wanted = ({ path }: GlobInput) => ({ tool: "Glob", path });
  return {
    name: "Glob",
    description: "Find files by a glob pattern, the newest first. What git ignores is left out.",
    inputSchema,
    effect: "read",
    parse: parseGlobInput,
    permission: (input) => gate.permission(input, wanted(input)),
    async execute(input, { signal }) {
      const place = await gate.open(input, wanted(input));
      if ("refusal" in place) return failed(place.refusal);
      const facts = await lstat(place.path).catch(() => null);
      if (facts === null) return failed(`${input.path} does not exist`);
      if (!facts.isDirectory()) return failed(`${input.path} is a file; Read shows it`);
      const { paths, notes } = await listFiles(place.path, { area, gitDirectory, environment }, signal);
      const matching = paths
        .filter((path) => input.pattern.matches(path))
        .map((path) => join(place.path, path));
      return describeFiles(await newestFirst(matching), { notes, shown: (path) => shownPath(path, area) });
    },
  };
}

function parseGlobInput(input: unknown): ReturnType<Tool<GlobInput>["parse"]> {
  const fields = parseFields(input, { pattern: "string", path: "string" });
  if (!fields.ok) return fields;
  const { pattern: text = "", path = "" } = fields.value;
  const split = splitAbsolute(text, path === "" ? "." : path);
  const compiled = compileGlob(split.pattern);
  if (!compiled.ok) return { ok: false, problem: compiled.problem };
  return { ok: true, value: { pattern: compiled.pattern, path: split.path } };
}

// `/project/src/**/*.ts`: the folder in front of the first wildcard is where to look.
function splitAbsolute(pattern: string, path: string): { pattern: string; path: string } {
  if (!isAbsolute(pattern)) return { pattern, path };
  const names = pattern.split("/");
  const wild = names.findIndex((name) => /[*?[{\\]/u.test(name));
  const at = wild < 0 ? names.length - 1 : wild;
  const folder = names.slice(0, at).join("/") || "/";
  const rest = names.slice(at).join("/");
  // A name behind a folder means that very file, not one of this name somewhere below.
  return { pattern: rest.includes("/") ? rest : `./${rest}`, path: folder };
}

async function newestFirst(paths: readonly string[]): Promise<{ paths: string[]; dated: boolean }> {
  if (paths.length > MOST_DATED) return { paths: [...paths], dated: false };
  const dated = await Promise.all(
    paths.map(async (path) => ({ path, facts: await lstat(path).catch(() => null) })),
  );
  // git still lists what was deleted from the work tree.
  const there = dated.flatMap(({ path, facts }) => (facts === null ? [] : [{ path, time: facts.mtimeMs }]));
  there.sort((left, right) => right.time - left.time || (left.path < right.path ? -1 : 1));
  return { paths: there.map(({ path }) => path), dated: true };
}

function describeFiles(
  found: { paths: string[]; dated: boolean },
  { notes, shown }: { notes: readonly string[]; shown(path: string): string },
): ToolOutcome {
  const { paths, dated } = found;
  if (paths.length === 0)
    return { content: ["(no file matches)", ...notes.map(aside)].join("\n"), isError: false };
  const lines = paths.slice(0, SHOWN_FILES).map(shown);
  const order = dated ? "newest" : "first by name";
  const more =
    paths.length > SHOWN_FILES
      ? [`the ${SHOWN_FILES} ${order} of ${paths.length} files; narrow the pattern or give a path`]
      : [];
  return { content: [...lines, ...[...more, ...notes].map(aside)].join("\n"), isError: false };
}

function aside(note: string): string {
  return `(${note})`;
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { parseFields } from "./fields.ts";
import { renderFound, type FoundLines, type GrepMode } from "./found-lines.ts";
import { compileGlob, type GlobPattern } from "./glob-pattern.ts";
import type { SearchToolOptions } from "./glob-tool.ts";
import { compileSearch, type LineSearch } from "./line-search.ts";
import { listFiles, shownPath, type ListedFiles } from "./list-files.ts";
import { createReadGate, type OpenPlace } from "./read-gate.ts";
import { largestFileBytes, looksBinary, withRegularFile } from "./text-file.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** What `Grep` was asked for, checked. */
export interface GrepInput {
  search: LineSearch;
  /** File or folder as the model named it. */
  path: string;
  glob: GlobPattern | null;
  mode: GrepMode;
  /** Lines around each match. */
  context: number;
  /** Matching lines (or files) at most. */
  limit: number;
}

const modes: readonly GrepMode[] = ["content", "files_with_matches", "count"];
const DEFAULT_LIMIT = 200;
const MOST_RESULTS = 2_000;
const MOST_CONTEXT = 20;
const OUTPUT_CHARACTERS = 30_000;
const TIME_LIMIT_MS = 30_000;
const SLOW_FILES = 2;

const inputSchema = {
  type: "object",
  properties: {
    pattern: { type: "string", description: "A regular expression (JavaScript), tried on each line." },
    path: { type: "string", description: "File or folder to search; the working directory when left out." },
    glob: { type: "string", description: "Only files like this: `*.ts`, `src/**/*.{js,jsx}`." },
    output_mode: {
      type: "string",
      enum: [...modes],
      description:
        "content: the lines (default). files_with_matches: only paths. count: how many lines in each file.",
    },
    ignore_case: { type: "boolean" },
    context: {
      type: "integer",
      minimum: 0,
      description: `Lines to show around each match, up to ${MOST_CONTEXT}.`,
    },
    limit: { type: "integer", minimum: 1, description: `Results at most; ${DEFAULT_LIMIT} when left out.` },
  },
  required: ["pattern"],
};

/** `Grep`: searches the text files that git does not ignore, line by line. */
export function createGrepTool(options: SearchToolOptions): Tool<GrepInput> {
  const { permissions, gitDirectory, environment, ...area } = options;
  const gate = createReadGate({ area, permissions });
  const wanted = ({ path }: GrepInput) => ({ tool: "Grep", path });
  return {
    name: "Grep",
    description:
      "Search file contents with a regular expression, line by line. What git ignores and binary files are left out.",
    inputSchema,
    effect: "read",
    parse: parseGrepInput,
    permission: (input) => gate.permission(input, wanted(input)),
    async execute(input, { signal }) {
      const place = await gate.open(input, wanted(input));
      if ("refusal" in place) return failed(place.refusal);
      const listed = await filesAt(place, (folder) =>
        listFiles(folder, { area, gitDirectory, environment }, signal),
      );
      if (listed === null) return failed(`${input.path} does not exist`);
      const files = listed.paths.filter((path) => input.glob === null || input.glob.matches(path));
      const absolute = files.map((path) => (path === "" ? place.path : join(place.path, path)));
      const found = await searchFiles(absolute, { input, signal, shown: (path) => shownPath(path, area) });
      return describeFound(found, listed.notes);
    },
  };
}

function parseGrepInput(input: unknown): ReturnType<Tool<GrepInput>["parse"]> {
  const fields = parseFields(input, {
    pattern: "string",
    path: "string",
    glob: "string",
    output_mode: "string",
    ignore_case: "boolean",
    context: "integer",
    limit: "integer",
  });
  if (!fields.ok) return fields;
  const { pattern = "", path = "", glob = "", output_mode: wantedMode = "content" } = fields.value;
  const mode = modes.find((known) => known === wantedMode);
  if (mode === undefined) {
    return { ok: false, problem: `there is no output_mode "${wantedMode}": use ${modes.join(", ")}` };
  }
  const compiled = compileSearch({ pattern, ignoreCase: fields.value.ignore_case ?? false });
  if (!compiled.ok) return compiled;
  const files = glob === "" ? null : compileGlob(glob);
  if (files !== null && !files.ok) return { ok: false, problem: `glob: ${files.problem}` };
  return {
    ok: true,
    value: {
      search: compiled.search,
      path: path === "" ? "." : path,
      glob: files?.pattern ?? null,
      mode,
      context: Math.min(MOST_CONTEXT, Math.max(0, fields.value.context ?? 0)),
      limit: Math.min(MOST_RESULTS, Math.max(1, fields.value.limit ?? DEFAULT_LIMIT)),
    },
  };
}

// A file is the one path "" below itself.
async function filesAt(
  place: OpenPlace,
  list: (folder: string) => Promise<ListedFiles>,
): Promise<ListedFiles | null> {
  const facts = await lstat(place.path).catch(() => null);
  if (facts === null) return null;
  return facts.isDirectory() ? list(place.path) : { paths: [""], notes: [] };
}

interface Found {
  rows: string[];
  notes: string[];
}

async function searchFiles(
  files: readonly string[],
  { input, signal, shown }: { input: GrepInput; signal: AbortSignal; shown(path: string): string },
): Promise<Found> {
  const { search, mode, limit } = input;
  const found: Found = { rows: [], notes: [] };
  const until = performance.now() + TIME_LIMIT_MS;
  let room = OUTPUT_CHARACTERS;
  let results = 0;
  let slow = 0;
  let large = 0;
  for (const path of files) {
    signal.throwIfAborted();
    if (performance.now() > until)
      return stopped(found, `stopped after ${TIME_LIMIT_MS / 1000} s; give a path or glob`);
    const lines = await linesOfFile(path);
    if (lines === "too-large") large += 1;
    if (typeof lines === "string") continue;
    const matches = search.find(lines);
    if (matches === null) {
      slow += 1;
      found.notes.push(`the pattern takes too long on ${shown(path)}; nested repetitions like (a+)+ do`);
      if (slow === SLOW_FILES) return stopped(found, "stopped there");
      continue;
    }
    if (matches.length === 0) continue;
    const kept = mode === "content" ? matches.slice(0, limit - results) : matches;
    results += mode === "content" ? kept.length : 1;
    const part: FoundLines = { path: shown(path), lines, matches: kept };
    for (const row of renderFound(part, { mode, context: input.context, search })) {
      room -= row.length + 1;
      if (room < 0)
        return stopped(
          found,
          `cut at ${OUTPUT_CHARACTERS} characters; narrow the pattern, or give a path or glob`,
        );
      found.rows.push(row);
    }
    if (results >= limit) return stopped(found, `stopped at ${limit} results; there may be more`);
  }
  if (large > 0) found.notes.push(`${large} files over 10 MB were left out; grep in Bash reads them`);
  return found;
}

function stopped(found: Found, note: string): Found {
  return { rows: found.rows, notes: [...found.notes, note] };
}

async function linesOfFile(path: string): Promise<string[] | "skipped" | "too-large"> {
  const loaded = await withRegularFile({ path, shownPath: path }, async (file, facts) => {
    if (facts.size > largestFileBytes) return "too-large" as const;
    const bytes = await file.readFile();
    return looksBinary(bytes) ? ("skipped" as const) : splitLines(new TextDecoder().decode(bytes));
  });
  return typeof loaded === "object" && "problem" in loaded ? "skipped" : loaded;
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function describeFound({ rows, notes }: Found, listNotes: readonly string[]): ToolOutcome {
  const asides = [...notes, ...listNotes].map((note) => `(${note})`);
  const shown = rows.length === 0 ? ["(no match)"] : rows;
  return { content: [...shown, ...asides].join("\n"), isError: rows.length === 0 && notes.length > 0 };
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}

import { parseFields } from "./fields.ts";
import { readLineRange } from "./line-range.ts";
import { lineCharacters, numberLines, textCharacters } from "./numbered-lines.ts";
import { createReadGate } from "./read-gate.ts";
import { inMegabytes, largestFileBytes, looksBinary, namesNear, withRegularFile } from "./text-file.ts";
import type { Tool, ToolOutcome } from "./tool.ts";
import type { FileToolOptions } from "./write-tool.ts";

/** What `Read` was asked for, checked. */
export interface ReadInput {
  filePath: string;
  /** 1-based first line. */
  offset: number;
  /** Lines at most. */
  limit: number;
}

/** What the tool works with beside the file system. */
export interface ReadToolOptions extends FileToolOptions {
  /** Id of the memory whose file this is, by real path; null for any other file. */
  memoryAt?: (path: string) => Promise<string | null>;
}

const DEFAULT_LINES = 2_000;

const inputSchema = {
  type: "object",
  properties: {
    file_path: {
      type: "string",
      description: "The file to read: absolute, or relative to the working directory.",
    },
    offset: { type: "integer", minimum: 1, description: "First line to show, counted from 1." },
    limit: { type: "integer", minimum: 1, description: `Lines to show; ${DEFAULT_LINES} when left out.` },
  },
  required: ["file_path"],
};

/** `Read`: a text file with line numbers. Asks outside the project and the memory folders. */
export function createReadTool({
  permissions,
  memoryAt = async () => null,
  ...area
}: ReadToolOptions): Tool<ReadInput> {
  const gate = createReadGate({ area, permissions });
  const wanted = ({ filePath }: ReadInput) => ({ tool: "Read", path: filePath });
  return {
    name: "Read",
    description:
      "Read a text file with line numbers. Use it for files of the project and for the body of a memory " +
      "whose index line looks relevant. Files elsewhere need the person's word.",
    inputSchema,
    effect: "read",
    parse: parseReadInput,
    permission: (input) => gate.permission(input, wanted(input)),
    async execute(input, { signal }) {
      const place = await gate.open(input, wanted(input));
      if ("refusal" in place) return failed(place.refusal);
      if (!place.exists) return failed(await missing(input.filePath, place.path));
      const outcome = await readFileLines(input, { path: place.path, signal });
      const memory = outcome.isError ? null : await memoryAt(place.path);
      return memory === null ? outcome : { ...outcome, memories: [memory] };
    },
  };
}

function parseReadInput(input: unknown): ReturnType<Tool<ReadInput>["parse"]> {
  const fields = parseFields(input, { file_path: "string", offset: "integer", limit: "integer" });
  if (!fields.ok) return fields;
  const { file_path: filePath, offset, limit } = fields.value;
  if (filePath === undefined || filePath === "") {
    return { ok: false, problem: "file_path is missing: name the file to read" };
  }
  return {
    ok: true,
    value: { filePath, offset: Math.max(1, offset ?? 1), limit: Math.max(1, limit ?? DEFAULT_LINES) },
  };
}

async function readFileLines(
  input: ReadInput,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<ToolOutcome> {
  const loaded = await loadText(input, { path, signal });
  if ("problem" in loaded) return failed(loaded.problem);
  const notes = loaded.notes.map((note) => `(${note})`);
  return { content: [...notes, loaded.text].join("\n"), isError: false };
}

type LoadedText = { text: string; notes: string[] } | { problem: string };

function loadText(
  input: ReadInput,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<LoadedText> {
  return withRegularFile({ path, shownPath: input.filePath }, async (file, facts) => {
    if (facts.size > largestFileBytes) {
      return loadPart(input, { ...(await readLineRange(file, bytesOf(input), signal)), size: facts.size });
    }
    const bytes = await file.readFile();
    return looksBinary(bytes) ? isBinary(input, bytes.length) : loadWhole(input, bytes);
  });
}

function loadWhole(input: ReadInput, bytes: Buffer): LoadedText {
  const { text, notes } = decode(bytes);
  const shown = numberLines(text, input);
  if (shown.problem !== undefined) return { problem: `${input.filePath}: ${shown.problem}` };
  return { text: shown.text, notes: [...notes, ...shown.notes] };
}

function bytesOf({ offset, limit }: ReadInput) {
  // Four bytes at most for a character that is shown.
  return { offset, limit, lineBytes: 4 * (lineCharacters + 1), textBytes: 4 * textCharacters };
}

type Part = Awaited<ReturnType<typeof readLineRange>> & { size: number };

function loadPart(input: ReadInput, part: Part): LoadedText {
  if (part.binary) return isBinary(input, part.size);
  const size = `the file has ${inMegabytes(part.size)}`;
  if (part.count === 0) {
    return {
      problem: `${input.filePath}: ${size} and ${part.passed} lines, line ${input.offset} is past its end`,
    };
  }
  const shown = numberLines(`${part.text}\n`, { offset: 1, limit: part.count, firstNumber: input.offset });
  const last = input.offset + shown.count - 1;
  const isEnd = part.atEnd && shown.count === part.count;
  const range = `${size}; lines ${input.offset}-${last}, ${isEnd ? "its end" : `go on with offset ${last + 1}`}`;
  return { text: shown.text, notes: [range, ...shown.cutNotes] };
}

function decode(bytes: Buffer): { text: string; notes: string[] } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notes: [] };
  } catch {
    return {
      text: bytes.toString("utf8"),
      notes: ["not all of it is UTF-8; unreadable bytes are shown as \ufffd"],
    };
  }
}

function isBinary({ filePath }: ReadInput, bytes: number): { problem: string } {
  return { problem: `${filePath} is a binary file (${bytes} bytes); Read shows text only` };
}

async function missing(shownPath: string, path: string): Promise<string> {
  return `${shownPath} does not exist (${path})${await namesNear(path)}`;
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}

import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { messageOf, systemCodeOf } from "../errors/index.ts";
import { nearest } from "../text/index.ts";
import { parseFields } from "./fields.ts";
import { numberLines } from "./numbered-lines.ts";
import { resolveReadablePath, type ReadableArea } from "./readable-path.ts";
import type { Tool, ToolOutcome } from "./tool.ts";

/** What `Read` was asked for, checked. */
export interface ReadInput {
  filePath: string;
  /** 1-based first line. */
  offset: number;
  /** Lines at most. */
  limit: number;
}

const DEFAULT_LINES = 2_000;
const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

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

/** `Read`: a text file of the project or of a memory folder, with line numbers. Asks nobody; refuses the rest. */
export function createReadTool(area: ReadableArea): Tool<ReadInput> {
  return {
    name: "Read",
    description:
      "Read a text file with line numbers. Use it for files of the project and for the body of a memory " +
      "whose index line looks relevant. Files elsewhere are refused.",
    inputSchema,
    effect: "read",
    parse: parseReadInput,
    async permission(input) {
      const target = await resolveReadablePath(input.filePath, area);
      return target.readable ? { decision: "allow" } : { decision: "refuse", reason: refusal(target.reason) };
    },
    async execute(input) {
      const target = await resolveReadablePath(input.filePath, area);
      if (!target.readable) return failed(refusal(target.reason));
      if (!target.exists) return failed(await missing(input.filePath, target.path));
      return readFileLines(input, target.path);
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

async function readFileLines(input: ReadInput, path: string): Promise<ToolOutcome> {
  const loaded = await loadText(path, input.filePath);
  if ("problem" in loaded) return failed(loaded.problem);
  const shown = numberLines(loaded.text, input);
  if (shown.problem !== undefined) return failed(`${input.filePath}: ${shown.problem}`);
  const notes = [...loaded.notes, ...shown.notes].map((note) => `(${note})`);
  return { content: [...notes, shown.text].join("\n"), isError: false };
}

type LoadedText = { text: string; notes: string[] } | { problem: string };

// The path is already real: a link in its last place now would be a swap after the check.
async function loadText(path: string, shownPath: string): Promise<LoadedText> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    const file = await open(path, flags);
    try {
      const facts = await file.stat();
      if (facts.isDirectory()) {
        return { problem: `${shownPath} is a folder, not a file; list it with Bash: ls` };
      }
      if (!facts.isFile()) return { problem: `${shownPath} is not a regular file` };
      if (facts.size > LARGEST_FILE_BYTES) return { problem: tooLarge(shownPath, facts.size) };
      return decode(await file.readFile(), shownPath);
    } finally {
      await file.close();
    }
  } catch (error) {
    return { problem: `${shownPath} cannot be read: ${systemCodeOf(error) ?? messageOf(error)}` };
  }
}

function decode(bytes: Buffer, shownPath: string): LoadedText {
  if (bytes.subarray(0, 8_192).includes(0)) {
    return { problem: `${shownPath} is a binary file (${bytes.length} bytes); Read shows text only` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notes: [] };
  } catch {
    return {
      text: bytes.toString("utf8"),
      notes: ["not all of it is UTF-8; unreadable bytes are shown as \ufffd"],
    };
  }
}

function tooLarge(shownPath: string, bytes: number): string {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return `${shownPath} has ${size} MB; Read takes files up to 10 MB. Bash runs head, tail and grep on it`;
}

async function missing(shownPath: string, path: string): Promise<string> {
  const near = nearest(basename(path), await namesIn(dirname(path)));
  const hint = near.length === 0 ? "" : `; near it: ${near.join(", ")}`;
  return `${shownPath} does not exist (${resolve(path)})${hint}`;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

function refusal(reason: string): string {
  return `refused: ${reason}; only files there are read without asking`;
}

function failed(content: string): ToolOutcome {
  return { content, isError: true };
}

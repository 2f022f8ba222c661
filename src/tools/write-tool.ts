import { byteOrderMark, wellFormed } from "../text/index.ts";
import { createFileChanger, type WantedChange } from "./change-file.ts";
import { parseFields } from "./fields.ts";
import type { Permissions } from "./permissions.ts";
import type { Tool } from "./tool.ts";
import type { WorkArea } from "./work-area.ts";

/** What `Write` was asked for. */
export interface WriteInput {
  filePath: string;
  content: string;
}

/** Where a tool works, and what it may do. */
export interface FileToolOptions extends WorkArea {
  permissions: Permissions;
}

const inputSchema = {
  type: "object",
  properties: {
    file_path: { type: "string", description: "The file: absolute, or relative to the working directory." },
    content: { type: "string", description: "The whole text of the file." },
  },
  required: ["file_path", "content"],
};

/** `Write`: makes a file, or replaces one whole. */
export function createWriteTool({ permissions, ...area }: FileToolOptions): Tool<WriteInput> {
  const changer = createFileChanger({ area, permissions });
  return {
    name: "Write",
    description:
      "Write a whole text file; missing folders are made. To change a part of a file use Edit. " +
      "Memories are written with Memory, never with this.",
    inputSchema,
    effect: "write",
    parse: parseWriteInput,
    permission: (input) => changer.permission(input, wantedChange(input)),
    execute: (input) => changer.execute(input, wantedChange(input)),
  };
}

function parseWriteInput(input: unknown): ReturnType<Tool<WriteInput>["parse"]> {
  const fields = parseFields(input, { file_path: "string", content: "string" });
  if (!fields.ok) return fields;
  const { file_path: filePath, content } = fields.value;
  if (filePath === undefined || filePath === "") {
    return { ok: false, problem: "file_path is missing: name the file to write" };
  }
  if (content === undefined) return { ok: false, problem: "content is missing: give the whole text" };
  return { ok: true, value: { filePath, content } };
}

function wantedChange({ filePath, content }: WriteInput): WantedChange {
  return {
    tool: "Write",
    filePath,
    apply: (before) => ({ text: inTheFormOf(before ?? "", wellFormed(content)) }),
  };
}

// A model sees neither a byte order mark nor `\r`; a file that has them throughout keeps them.
function inTheFormOf(before: string, content: string): string {
  const marked = before.startsWith(byteOrderMark) && !content.startsWith(byteOrderMark);
  const isCrlf = before.includes("\r\n") && !/(?<!\r)\n/u.test(before);
  const text = isCrlf && !content.includes("\r") ? content.replaceAll("\n", "\r\n") : content;
  return marked ? byteOrderMark + text : text;
}
